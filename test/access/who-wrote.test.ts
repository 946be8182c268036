import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openAuditFile, readAuditFiles } from '#ww/adapters/system/audit-file.js'
import type { AuditEntry } from '#ww/ports/audit-log.js'
import { run } from '../cli/ww.js'
import { useServed } from '../support/access.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { useWorkflowServer } from '../support/workflow-server.js'

const served = useServed()
const newFolder = useTemporaryFolders()

type Answer = Readonly<Record<string, unknown>> & { readonly id: string }

async function callTool(url: string, token: string, name: string, input: object, more: object = {}): Promise<Answer> {
  const response = await fetch(`${url}/tools/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...more },
    body: JSON.stringify(input),
  })
  return (await response.json()) as Answer
}

/** The command line on the same data directory. */
const ww = (dataDir: string, args: readonly string[]) => run(dataDir, args, { env: { WW_DATA_DIR: dataDir } })

const logOf = async (dataDir: string, ...options: readonly string[]) =>
  (await ww(dataDir, ['log', '--json', ...options])).stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)

describe('who wrote a memory', () => {
  test('its door, its client’s name and its key are shown, and what a key wrote can be listed and erased', async () => {
    const { url, dataDir, create, close } = await served.start()
    const [anna, mallory] = [await create({ name: 'anna' }), await create({ name: 'mallory' })]
    const note = (token: string, text: string, more = {}) => callTool(url, token, 'remember', { text }, more)
    const kept = await note(anna.token, 'The harbour gate closes at nine.', { 'x-client-name': 'anna <b>notes</b>' })
    const planted = await note(mallory.token, 'The harbour gate never closes.', { 'user-agent': 'curl/8.5.0 x' })
    await callTool(url, mallory.token, 'mark_important', { episode_id: kept.id, new_valence: 0.1 })
    const read = (id: string) => callTool(url, anna.token, 'get_memory', { id })
    expect((await read(planted.id)).origin).toEqual({ door: 'rest', client: 'curl/8.5.0', key: mallory.key.id })
    // Of a name, only plain characters are kept.
    expect(JSON.stringify((await read(kept.id)).origin)).not.toMatch(/[<>]/)
    const refused = await callTool(url, anna.token, 'forget', { key: mallory.key.id })
    expect(refused).toMatchObject({ error: 'forbidden' })
    expect(await callTool(url, anna.token, 'audit_memory', { key: anna.key.id })).toMatchObject({
      written: { count: 1, examples: [{ id: kept.id, is_author: true }] },
    })
    await close()

    const audited = JSON.parse((await ww(dataDir, ['audit', '--key', mallory.key.id, '--json'])).stdout)
    const listed = audited.written.examples.map(({ id, is_author }: Answer) => [id, is_author])
    const [first] = listed.filter(([id]: [string]) => id === planted.id)
    expect(first).toEqual([planted.id, true])

    const forget = async (...more: readonly string[]) =>
      JSON.parse((await ww(dataDir, ['forget', '--key', mallory.key.id, '--json', ...more])).stdout)
    expect(await forget()).toMatchObject({ dry_run: true, ids: [planted.id] })
    expect(await forget('--yes')).toMatchObject({ dry_run: false, ids: [planted.id] })
    expect((await forget()).ids).toEqual([])
    expect((await ww(dataDir, ['get-memory', kept.id])).code).toBe(0)
  })

  test('a key cannot claim to be another by what it imports; the owner’s import keeps who wrote it', async () => {
    const { url, dataDir, create, close } = await served.start()
    const { token, key } = await create()
    const origin = { door: 'cli', client: 'ww remember', key: null }
    const line = (content: string) => JSON.stringify({ content, origin })
    const taken = await callTool(url, token, 'gwt_import_memory', { jsonl: line('A claim about the boiler.') })
    const [id] = taken.imported_ids as string[]
    expect((await callTool(url, token, 'get_memory', { id })).origin).toMatchObject({ door: 'rest', key: key.id })
    await close()
    const file = join(newFolder(), 'lines.jsonl')
    writeFileSync(file, `${line('What the owner wrote.')}\n{"content":"Of unknown origin.","origin":null}\n`)
    await ww(dataDir, ['import', file])
    const exported = (await ww(dataDir, ['export'])).stdout.trim().split('\n')
    const origins = exported.map((each) => JSON.parse(each) as { content: string; origin: unknown })
    const originOf = (content: string) => origins.find((each) => each.content === content)?.origin
    expect(originOf('What the owner wrote.')).toEqual(origin)
    expect(originOf('Of unknown origin.')).toBeNull()
  })
})

describe('the audit log', () => {
  test('says who did what to which memories, and never what', async () => {
    const { url, dataDir, create, close } = await served.start()
    const { token, key } = await create({ name: 'anna' })
    const secret = 'marigold-7781'
    const stored = await callTool(url, token, 'remember', { text: `The ${secret} is in the shed.` })
    await callTool(url, token, 'recall', { query: `Where is the ${secret}?` })
    await callTool(url, token, 'get_memory', { id: stored.id })
    await callTool(url, token, 'mark_important', { episode_id: secret, new_valence: 0.5 })
    await callTool(url, token, 'forget', { ids: [stored.id] })
    await callTool(url, token, 'forget', { ids: [stored.id], dry_run: false })
    await close()
    await ww(dataDir, ['remember', `Of the owner: ${secret}`])
    await ww(dataDir, ['recall', secret])
    await ww(dataDir, ['key', 'revoke', 'anna'])

    const log = await logOf(dataDir)
    const who = { tenant: 'default', door: 'rest', client: 'node', key: key.id }
    expect(log.map(({ at: _, ...entry }) => entry)).toMatchObject([
      { operation: 'key create', effect: 'admin', ids: [key.id], key: null, door: 'cli' },
      { ...who, operation: 'remember', effect: 'write', ids: [stored.id], outcome: 'ok' },
      { ...who, operation: 'recall', effect: 'read', ids: [stored.id], outcome: 'ok' },
      { ...who, operation: 'get_memory', effect: 'read', ids: [stored.id], outcome: 'ok' },
      { ...who, operation: 'mark_important', effect: 'write', ids: [], outcome: 'validation_error' },
      { ...who, operation: 'forget', effect: 'erase', ids: [stored.id], outcome: 'dry_run' },
      { ...who, operation: 'forget', effect: 'erase', ids: [stored.id], outcome: 'ok' },
      { door: 'cli', client: 'ww remember', key: null, operation: 'remember', outcome: 'ok' },
      { operation: 'key revoke', effect: 'admin', ids: [key.id] },
    ])
    expect(log).toHaveLength(9)
    expect(JSON.stringify(log)).not.toContain(secret)
    expect(await logOf(dataDir, '--key', key.id)).toHaveLength(6)
    expect(await logOf(dataDir, '--since', '2h')).toHaveLength(9)
    expect(await logOf(dataDir, '--since', '2999-01-01')).toEqual([])
    expect((await ww(dataDir, ['log', '--since', 'soon'])).code).toBe(1)
    const shown = (await ww(dataDir, ['log'])).stdout
    expect(shown).toContain('ww remember')
    expect(shown).toMatch(/forget {2}only shown/)
    expect((await ww(dataDir, ['log', '--since', '2999-01-01'])).stdout).toBe('No entry fits.\n')
    expect((await ww(newFolder(), ['log'])).stdout).toBe('Nothing has been logged yet.\n')
    const folder = join(dataDir, 'audit')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o600)
  })

  test('has every answered write after kill -9', async () => {
    const dataDir = newFolder()
    const server = await useWorkflowServer({ dataDir })
    const ids: string[] = []
    for (let at = 0; at < 5; at++) {
      const response = await fetch(`${server.url}/tools/remember`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: `Fact ${at}.` }),
      })
      ids.push(((await response.json()) as Answer).id)
    }
    await server.crash()
    const { entries } = readAuditFiles(join(dataDir, 'audit'))
    expect(entries.filter(({ operation }) => operation === 'remember').flatMap((each) => each.ids)).toEqual(ids)
  })

  const entry = (id: string): AuditEntry => ({
    ...{ at: 0, tenant: 'default', door: 'rest', client: null, key: 'k', operation: 'remember', effect: 'write' },
    ...{ ids: [id], outcome: 'ok' },
  })
  const idsIn = (folder: string) => readAuditFiles(folder).entries.flatMap(({ ids }) => ids)

  test('goes on in a new file when one is full, keeps a bounded number, and two writers lose nothing', () => {
    const folder = newFolder()
    const limits = { maxFileBytes: 2_000, maxFiles: 100 }
    const [one, two] = [openAuditFile(folder, limits), openAuditFile(folder, limits)]
    const ids = Array.from({ length: 200 }, (_, at) => `note-${at}`)
    for (const [at, id] of ids.entries()) (at % 2 === 0 ? one : two).append(entry(id))
    expect(idsIn(folder).sort()).toEqual([...ids].sort())
    expect(readdirSync(folder).length).toBeGreaterThan(10)
    const bounded = newFolder()
    const few = openAuditFile(bounded, { maxFileBytes: 2_000, maxFiles: 3 })
    for (const id of ids) few.append(entry(id))
    expect(readdirSync(bounded)).toHaveLength(3)
    expect(idsIn(bounded).at(-1)).toBe('note-199')
    for (const each of [one, two, few]) each.close()
  })

  test('is read past a line that was cut off, and from a place on', () => {
    const folder = join(newFolder(), 'audit')
    mkdirSync(folder)
    const log = openAuditFile(folder)
    log.append(entry('a'))
    const [name] = readdirSync(folder) as [string]
    appendFileSync(join(folder, name), '{"at":"2026\n')
    log.append(entry('b'))
    const { next, entries } = readAuditFiles(folder)
    expect(entries.flatMap(({ ids }) => ids)).toEqual(['a', 'b'])
    log.append(entry('c'))
    expect(readAuditFiles(folder, next).entries.flatMap(({ ids }) => ids)).toEqual(['c'])
    log.append({ ...entry('d'), ids: Array.from({ length: 1_005 }, (_, at) => `note-${at}`) })
    expect(readAuditFiles(folder, next).entries.at(-1)).toMatchObject({ more_ids: 5 })
    log.close()
    expect(readFileSync(join(folder, name), 'utf8').endsWith('\n')).toBe(true)
  })
})
