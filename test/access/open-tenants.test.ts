import { existsSync, truncateSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfiguration } from '#ww/app/configuration/configuration.js'
import { openTenants, type Tenants } from '#ww/app/server/tenants.js'
import type { Access } from '#ww/memory/access/access.js'
import { operations } from '#ww/operations/index.js'
import type { Operation } from '#ww/operations/machinery/operation.js'
import { environment } from '../support/program.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const newFolder = useTemporaryFolders()
const ending = new AbortController()
const opened: Tenants[] = []
afterAll(async () => {
  ending.abort()
  await Promise.all(opened.map((tenants) => tenants.close(5_000)))
})

const revoked = new Set<string>()
const log = { debug() {}, info() {}, warn() {}, error() {} }
const remember = operations.find(({ name }) => name === 'remember') as unknown as Operation
const recall = operations.find(({ name }) => name === 'recall') as unknown as Operation
const access = (tenant: string): Access => ({ tenant, role: 'write', key: tenant })

function open(most: number, keepOpenMs = 0) {
  const dataDir = newFolder()
  const env = environment(dataDir, { WW_MAX_TENANTS_OPEN: String(most), WW_LOG_LEVEL: 'silent' })
  const configuration = readConfiguration(env, '/', process.platform, homedir())
  const tenants = openTenants(
    configuration,
    {},
    { signal: ending.signal, log, isInForce: async (key) => !revoked.has(key), keepOpenMs },
  )
  opened.push(tenants)
  /** SQLite's shared memory is there while somebody has the file open. */
  const isOpen = (tenant: string) =>
    existsSync(join(dataDir, ...(tenant === 'default' ? [] : ['tenants', tenant]), 'world-weaver.db-shm'))
  const openOnes = (names: readonly string[]) => names.filter(isOpen)
  return { tenants, openOnes, dataDir }
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}

test('only so many memories stay open: the one that was idle longest is closed, the owner’s never', async () => {
  const { tenants, openOnes } = open(3)
  await tenants.ownMemory()
  const names = ['default', 'a', 'b', 'c']
  for (const tenant of ['a', 'b']) await (await tenants.memoryFor(access(tenant))).invoke(remember, { text: tenant })
  expect(openOnes(names)).toEqual(['default', 'a', 'b'])
  const a = await tenants.memoryFor(access('a'))
  await a.invoke(recall, { query: 'a' })
  await (await tenants.memoryFor(access('c'))).invoke(remember, { text: 'c' })
  await until(() => openOnes(names).length === 3)
  expect(openOnes(names)).toEqual(['default', 'a', 'c'])
  // What was closed is opened again, by who has it in hand as well.
  const b = await tenants.memoryFor(access('b'))
  expect(await b.invoke(recall, { query: 'b' })).toMatchObject({ memories: [{ content: 'b' }] })
  await until(() => !openOnes(names).includes('a'))
  expect(await a.invoke(recall, { query: 'a' })).toMatchObject({ memories: [{ content: 'a' }] })
})

test('who watches the server does not make a tenant seem used', async () => {
  const { tenants, openOnes } = open(3)
  await tenants.ownMemory()
  const names = ['default', 'a', 'b', 'c']
  for (const tenant of ['a', 'b', 'a'])
    await (await tenants.memoryFor(access(tenant))).invoke(recall, { query: tenant })
  expect((await tenants.stats()).map(({ tenant }) => tenant)).toEqual(['default', 'a', 'b'])
  await tenants.exchangeCalls('b', { server: 'one', calls: [], after: 0, now: 0, windowMs: 1 })
  await tenants.memoryFor(access('c'))
  await until(() => openOnes(names).length === 3)
  expect(openOnes(names)).toEqual(['default', 'a', 'c'])
})

test('one that is in use is not closed, however many ask', async () => {
  const { tenants, openOnes } = open(1)
  await tenants.ownMemory()
  const names = ['default', 'a', 'b']
  const a = await tenants.memoryFor(access('a'))
  const { answer } = await a.workflow.execute({ user_input: 'What about it?' })
  expect(answer.status).toBe('waiting_for_input')
  const hangingUp = new AbortController()
  const stream = await a.workflow.follow(answer.workflow_id, { cursor: 0, finalOnly: false }, hangingUp.signal)
  const told: string[] = []
  const following = (async () => {
    for await (const events of stream!.events) told.push(...events.map(({ type }) => type))
  })()
  const b = await tenants.memoryFor(access('b'))
  await b.invoke(remember, { text: 'b' })
  await until(() => !openOnes(names).includes('b'))
  expect(openOnes(names)).toEqual(['default', 'a'])
  const { workflow_id } = answer
  await a.workflow.execute({ user_input: 'Where is the anchor kept?', workflow_id, ask_clarifications: false })
  await following
  expect(told).toContain('complete')
  await until(() => openOnes(names).length === 1)
  expect(openOnes(names)).toEqual(['default'])
})

test('one that was asked a moment ago stays open, until there are twice too many', async () => {
  const { tenants, openOnes } = open(2, 60_000)
  await tenants.ownMemory()
  const names = ['default', 'a', 'b', 'c', 'd']
  for (const tenant of ['a', 'b', 'c'])
    await (await tenants.memoryFor(access(tenant))).invoke(remember, { text: tenant })
  expect(openOnes(names)).toEqual(['default', 'a', 'b', 'c'])
  await (await tenants.memoryFor(access('d'))).invoke(remember, { text: 'd' })
  await until(() => openOnes(names).length === 2)
  expect(openOnes(names)).toEqual(['default', 'd'])
})

test('many calls to more tenants than stay open are all answered', async () => {
  const { tenants } = open(2)
  await tenants.ownMemory()
  const names = ['a', 'b', 'c', 'd', 'e']
  const calls = Array.from({ length: 60 }, (_, nth) => ({ tenant: names[nth % 5]!, text: `${names[nth % 5]} ${nth}` }))
  await Promise.all(
    calls.map(async ({ tenant, text }) => (await tenants.memoryFor(access(tenant))).invoke(remember, { text })),
  )
  for (const tenant of names) {
    const mind = await tenants.memoryFor(access(tenant))
    const { memories } = (await mind.invoke(recall, { query: tenant, limit: 50 })) as {
      memories: { content: string }[]
    }
    expect(memories.map(({ content }) => content).sort()).toEqual(
      calls
        .filter((call) => call.tenant === tenant)
        .map(({ text }) => text)
        .sort(),
    )
  }
})

test('a key that ends while it waits for changes hears of no more', async () => {
  const { tenants } = open(2)
  const mind = await tenants.memoryFor(access('a'))
  const changes = mind.resources.follow(AbortSignal.timeout(10_000))
  await changes.next()
  const first = changes.next()
  await mind.invoke(remember, { text: 'The rope is blue.' })
  expect((await first).done).toBe(false)
  revoked.add('a')
  const next = changes.next()
  await mind.invoke(remember, { text: 'The rope is red.' })
  expect((await next).done).toBe(true)
  revoked.delete('a')
})

test('a tenant whose file is broken does not keep from telling how the others do', async () => {
  const { tenants, dataDir } = open(4)
  for (const tenant of ['a', 'b']) await (await tenants.memoryFor(access(tenant))).invoke(remember, { text: tenant })
  const broken = join(dataDir, 'tenants', 'a', 'world-weaver.db')
  writeFileSync(broken, Buffer.alloc(200_000, 'Z'))
  truncateSync(`${broken}-wal`, 0)
  expect((await tenants.stats()).map(({ tenant }) => tenant)).toEqual(['b'])
})
