import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Mind, useMinds } from '../support/minds.js'
import { lacks } from '../support/parts.js'

const text = 'The tax is computed in `src/tax.ts:12`, the cart in src/cart.ts.'

/** A repository that holds `src/cart.ts` and no longer `src/tax.ts`. */
function makeRepository(root: string): void {
  mkdirSync(join(root, 'src'))
  for (const name of ['cart.ts', 'tax.ts']) writeFileSync(join(root, 'src', name), '')
  execFileSync('git', ['init', '-q'], { cwd: root })
  execFileSync('git', ['add', '-A'], { cwd: root })
  rmSync(join(root, 'src', 'tax.ts'))
}

describe.skipIf(lacks('git'))('[AUD4] references to files that are gone', () => {
  const minds = useMinds()
  let shop: Mind
  let elsewhere: Mind
  let id: string

  beforeAll(async () => {
    const root = minds.newFolder()
    makeRepository(root)
    const dataDir = minds.newFolder()
    const workTree = { root, gitDir: join(root, '.git'), project: 'shop' }
    shop = minds.open({ dataDir, project: 'shop', workTree })
    elsewhere = minds.open({ dataDir, project: 'shop' })
    id = (await shop.call('remember', { text })).id
  })

  const recalled = async (mind: Mind, project?: string) => {
    const asked = { query: 'where is the tax computed?', ...(project === undefined ? {} : { project }) }
    const { memories } = await mind.call('recall', asked)
    const { episodes } = await mind.call('recall_episodes', asked)
    return [...memories, ...episodes].map(({ stale_ref }) => stale_ref)
  }

  test('[AUD4] every recall names them, and so does reading the memory', async () => {
    expect(await recalled(shop)).toEqual([['src/tax.ts'], ['src/tax.ts']])
    expect(await shop.call('get_memory', { id })).toMatchObject({ content: text, stale_ref: ['src/tax.ts'] })
  })

  test('[AUD4] also for facts and skills', async () => {
    const fact = { name: 'Tax', entity_type: 'FACT', summary: 'Computed in src/tax.ts.' } as const
    await shop.call('create_entity', fact)
    const { entities } = await shop.call('semantic_recall', { query: 'tax' })
    expect(entities[0].stale_ref).toEqual(['src/tax.ts'])
    const trajectory = [{ action: 'Open src/tax.ts' }, { action: 'Change the rate' }]
    await shop.call('create_skill', { trajectory, outcome_score: 0.9, domain: 'coding' })
    const { procedures } = await shop.call('recall_skill', { task: 'change the tax rate' })
    expect(procedures[0].stale_ref).toEqual(['src/tax.ts'])
  })

  test('[AUD4] outside of the repository, and for all projects at once, nothing is said', async () => {
    expect(new Set(await recalled(elsewhere))).toEqual(new Set([undefined]))
    expect(new Set(await recalled(shop, '*'))).toEqual(new Set([undefined]))
    expect(await shop.call('get_memory', { id, project: '*' })).not.toHaveProperty('stale_ref')
  })

  test('[AUD4] [COM13] a memory of no project may mean another repository', async () => {
    const root = minds.newFolder()
    makeRepository(root)
    const dataDir = minds.newFolder()
    const nowhere = minds.open({ dataDir, project: null })
    const { id } = await nowhere.call('remember', { text })
    const mind = minds.open({
      dataDir,
      project: 'shop',
      workTree: { root, gitDir: join(root, '.git'), project: 'shop' },
    })
    expect(await mind.call('get_memory', { id })).not.toHaveProperty('stale_ref')
  })
})
