import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Progress } from '#ww/operations/machinery/operation-context.js'
import { days, hours, newMemories } from '../support/memories.js'
import { idsOf, type Mind, useMinds } from '../support/minds.js'
import { lacks } from '../support/parts.js'

const nothing = { count: 0, examples: [] }

const tell = async (mind: Mind, text: string, more: object = {}): Promise<string> => {
  mind.clock.advance(hours(1))
  return (await mind.call('remember', { text, ...more })).id
}

describe('audit_memory', () => {
  const minds = useMinds()

  test('[AUD1] where nothing is remembered, nothing is found', async () => {
    expect(await minds.open().call('audit_memory', {})).toEqual({
      looked_at: 0,
      older_than_days: 90,
      duplicates: nothing,
      near_duplicates: nothing,
      never_used: nothing,
      secrets: nothing,
      stale_references: nothing,
    })
  })

  test('[AUD2] the same wording is a duplicate in whatever session; the oldest stays', async () => {
    const mind = minds.open()
    const oldest = await tell(mind, 'Anna prefers tabs.', { session_id: 'monday' })
    const later = await tell(mind, 'anna prefers tabs', { session_id: 'tuesday' })
    const latest = await tell(mind, 'Anna prefers tabs!', { session_id: 'monday' })
    await tell(mind, 'Anna prefers spaces.')
    const { duplicates, looked_at } = await mind.call('audit_memory', {})
    expect(looked_at).toBe(4)
    expect(duplicates).toMatchObject({
      count: 2,
      examples: [
        {
          id: oldest,
          excerpt: 'Anna prefers tabs.',
          same_ids: [later, latest],
          advice: [{ operation: 'forget', input: { ids: [later, latest] } }],
        },
      ],
    })
  })

  test('[AUD2] [COM13] another project, kind or outcome is another memory', async () => {
    const mind = minds.open()
    const text = 'The nightly build ran.'
    await tell(mind, text)
    await tell(mind, text, { project: 'shop' })
    await tell(mind, text, { kind: 'note' })
    await mind.call('create_episode', { content: text, outcome: 'failure' })
    const { duplicates, near_duplicates } = await mind.call('audit_memory', {})
    expect([duplicates.count, near_duplicates.count]).toEqual([0, 0])
  })

  test('[AUD2] nearly the same is for a person to judge', async () => {
    const mind = minds.open()
    const text = (port: number) => `The staging database of the shop listens on port ${port} behind the firewall.`
    const older = await tell(mind, text(5432))
    const newer = await tell(mind, text(5433))
    await tell(mind, 'Anna looks after the garden on Sundays.')
    const { near_duplicates, duplicates } = await mind.call('audit_memory', {})
    expect(duplicates.count).toBe(0)
    expect(near_duplicates).toMatchObject({
      count: 1,
      examples: [
        {
          id: older,
          other: { id: newer, excerpt: text(5433) },
          advice: [{ input: { ids: [older] } }, { input: { ids: [newer] } }],
        },
      ],
    })
    expect(near_duplicates.examples[0].similarity).toBeGreaterThanOrEqual(0.95)
  })

  test('[AUD3] never used is old, never returned and not important', async () => {
    const mind = minds.open()
    const unused = await tell(mind, 'The plumber came at noon.')
    await tell(mind, 'The alarm code is kept by Anna.', { importance: 0.9 })
    const recalled = await tell(mind, 'The bakery opens at six.')
    await mind.call('recall', { query: 'When does the bakery open?', limit: 1 })
    mind.clock.advance(days(100))
    await tell(mind, 'The florist moved.')
    // Uses are written within a second.
    await expect.poll(async () => (await mind.call('get_memory', { id: recalled })).last_accessed).toBeDefined()
    const { never_used } = await mind.call('audit_memory', {})
    expect(never_used).toMatchObject({
      count: 1,
      examples: [{ id: unused, advice: [{ operation: 'forget', input: { ids: [unused] } }] }],
    })
    expect((await mind.call('audit_memory', { older_than_days: 101 })).never_used.count).toBe(0)
    expect((await mind.call('audit_memory', { older_than_days: 0 })).never_used.count).toBe(2)
  })

  test('[AUD1] [AUD2] a flagged secret is listed by its kind, and never shown', async () => {
    const mind = minds.open()
    const line = { content: 'The key is sk-hunter2hunter2.', facets: { secrets: ['api-key'] } }
    for await (const outcome of mind.import([Buffer.from(`${JSON.stringify(line)}\n`)])) void outcome
    const answer = await mind.call('audit_memory', { older_than_days: 0 })
    expect(answer.secrets).toMatchObject({
      count: 1,
      examples: [{ excerpt: '', secrets: ['api-key'], advice: [{ operation: 'forget' }] }],
    })
    expect(JSON.stringify(answer)).not.toContain('hunter2')
  })

  test('[AUD2] a secret that was told before the rules knew it is found, and not shown', async () => {
    // An AWS access key id, in two parts, so that nobody takes this file for a leak.
    const key = `${'AKIA'}Z7QWERTYUIOPASDF`
    const text = `Deploys use ${key} since May.`
    const mind = minds.open({ dataDir: await minds.folderWith(await newMemories([{ text }, {}])) })
    const answer = await mind.call('audit_memory', { older_than_days: 0 })
    expect(answer.secrets).toMatchObject({ count: 1, examples: [{ excerpt: '', secrets: [expect.any(String)] }] })
    expect(answer.never_used.count).toBe(2)
    expect(JSON.stringify(answer)).not.toContain(key)
  })

  test.skipIf(lacks('git'))('[AUD4] stale references come with the paths, in the repository only', async () => {
    const root = minds.newFolder()
    mkdirSync(join(root, 'src'))
    writeFileSync(join(root, 'src', 'cart.ts'), '')
    execFileSync('git', ['init', '-q'], { cwd: root })
    execFileSync('git', ['add', '-A'], { cwd: root })
    const workTree = { root, gitDir: join(root, '.git'), project: 'shop' }
    const mind = minds.open({ project: 'shop', workTree })
    await tell(mind, 'The cart is in src/cart.ts.')
    const id = await tell(mind, 'The tax is in src/tax.ts.')
    const { stale_references } = await mind.call('audit_memory', {})
    expect(stale_references).toMatchObject({
      count: 1,
      examples: [
        { id, stale_ref: ['src/tax.ts'], advice: [{ operation: 'correct', input: { id } }, { operation: 'forget' }] },
      ],
    })
    expect((await mind.call('audit_memory', { project: '*' })).stale_references).toEqual(nothing)
  })

  test('[AUD1] [COM3] only what is in sight, and only what is current', async () => {
    const dataDir = minds.newFolder()
    const shop = minds.open({ dataDir, project: 'shop' })
    const blog = minds.open({ dataDir, project: 'blog' })
    const text = 'Deploy on Fridays.'
    const ids = [await tell(shop, text), await tell(shop, text), await tell(shop, 'Never on Sundays.')]
    expect((await blog.call('audit_memory', {})).looked_at).toBe(0)
    expect((await shop.call('audit_memory', { session_filter: 'other' })).looked_at).toBe(0)
    expect((await shop.call('audit_memory', { session_id: 'other' })).looked_at).toBe(0)
    await shop.call('correct', { id: ids[2], text: 'Never on Saturdays.' })
    await shop.call('consolidate_now', {})
    expect(await shop.call('audit_memory', {})).toMatchObject({ looked_at: 2, duplicates: { count: 0 } })
  })

  test('[AUD1] counts are of all, examples as many as asked for; looking changes nothing', async () => {
    const mind = minds.open()
    for (let at = 0; at < 12; at++) {
      await tell(mind, `Visit of guest number ${at} to the greenhouse.`)
      await tell(mind, `Visit of guest number ${at} to the greenhouse.`)
    }
    const progress: Progress[] = []
    const first = await mind.call('audit_memory', { limit: 3 }, { onProgress: (each) => progress.push(each) })
    expect(first.duplicates.count).toBe(12)
    expect(first.duplicates.examples).toHaveLength(3)
    expect(progress.at(-1)).toMatchObject({ done: 24, total: 24 })
    expect(await mind.call('audit_memory', { limit: 3 })).toEqual(first)
    const { uses } = await mind.call('get_memory', { id: idsOf(first.duplicates.examples)[0] })
    expect(uses).toBe(1)
  })

  test('[AUD1] following the advice leaves nothing to advise', async () => {
    const mind = minds.open()
    for (const text of ['Tea at four.', 'Tea at four', 'tea at four!']) await tell(mind, text)
    const { duplicates } = await mind.call('audit_memory', {})
    const [{ operation, input }] = duplicates.examples[0].advice
    expect(operation).toBe('forget')
    await mind.call('forget', { ...input, dry_run: false })
    expect(await mind.call('audit_memory', {})).toMatchObject({ looked_at: 1, duplicates: nothing })
  })
})
