import { describe, expect, onTestFinished, test } from 'vitest'
import type { ResourceChange } from '#ww/resources/follow.js'
import { start } from '../support/memories.js'
import { type Mind, useMinds } from '../support/minds.js'

/** What one caller hears of what another writes, over the store that both have open. */
describe('following resources', () => {
  const minds = useMinds()

  async function follow(mind: Mind): Promise<AsyncGenerator<ResourceChange>> {
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const changes = mind.resources.follow(stop.signal)
    const { value } = await changes.next()
    expect(value.touches('memory://stats')).toBe(false)
    expect(value.listChanged).toBe(false)
    return changes
  }

  const addresses = [
    'memory://stats',
    'memory://episodes/default',
    'memory://episodes/a',
    'memory://episodes/b',
    'memory://entities/TOOL',
    'memory://entities/FACT',
    'memory://procedures/coding',
    'memory://procedures/devops',
  ]
  const touchedBy = ({ touches }: ResourceChange) => addresses.filter(touches)

  /** Only changes that touch something are told, so whatever came before this was not. */
  async function next(changes: AsyncGenerator<ResourceChange>) {
    const { value } = await changes.next()
    return { touched: touchedBy(value), listChanged: value.listChanged }
  }

  function both(options: { session?: string; project?: string } = {}) {
    const follower = minds.open(options)
    return { follower, writer: minds.open({ dataDir: follower.dataDir, clock: follower.clock }) }
  }

  test('[OPS3] an episode touches its session and the statistics, and nothing else', async () => {
    const { follower, writer } = both()
    await writer.call('remember', { text: 'Told before.', session_id: 'a' })
    const changes = await follow(follower)
    await writer.call('remember', { text: 'Told after.', session_id: 'a' })
    expect(await next(changes)).toEqual({ touched: ['memory://stats', 'memory://episodes/a'], listChanged: false })
  })

  test('[OPS3] a first episode of a session changes the list', async () => {
    const { follower, writer } = both()
    const changes = await follow(follower)
    await writer.call('remember', { text: 'The first.', session_id: 'b' })
    expect(await next(changes)).toEqual({ touched: ['memory://stats', 'memory://episodes/b'], listChanged: true })
    await writer.call('remember', { text: 'The second.', session_id: 'b' })
    expect(await next(changes)).toEqual({ touched: ['memory://stats', 'memory://episodes/b'], listChanged: false })
  })

  test('[OPS3] so does the last one that leaves', async () => {
    const { follower, writer } = both()
    const { id } = await writer.call('remember', { text: 'The only one.', session_id: 'a' })
    const changes = await follow(follower)
    await minds.openStore(writer.dataDir).commit({ at: start, change: [{ id, version: 1, state: 'hidden' }] })
    expect(await next(changes)).toEqual({ touched: ['memory://stats', 'memory://episodes/a'], listChanged: true })
  })

  test('[OPS3] [OPS4] of what was forgotten nobody knows what it was, so anything may have changed', async () => {
    const { follower, writer } = both()
    const { id } = await writer.call('remember', { text: 'The only one.', session_id: 'a' })
    const changes = await follow(follower)
    await writer.call('forget', { ids: [id], dry_run: false })
    expect(await next(changes)).toEqual({ touched: addresses, listChanged: true })
  })

  test('[OPS3] an entity touches its type, a procedure its domain; a change counts like a beginning', async () => {
    const { follower, writer } = both()
    const changes = await follow(follower)
    const tool = { name: 'Kiln', entity_type: 'TOOL', summary: 'Burns clay.' } as const
    const { id } = await writer.call('create_entity', tool)
    expect((await next(changes)).touched).toEqual(['memory://stats', 'memory://entities/TOOL'])
    await writer.call('supersede_fact', { entity_id: id, new_summary: 'Burns clay at 1300 °C.' })
    expect((await next(changes)).touched).toEqual(['memory://stats', 'memory://entities/TOOL'])
    await writer.call('remember', { kind: 'procedure', text: 'To glaze: dip and burn.' })
    expect((await next(changes)).touched).toEqual(['memory://stats', 'memory://procedures/coding'])
    const episode = await writer.call('remember', { text: 'The kiln was lit.' })
    expect((await next(changes)).touched).toEqual(['memory://stats', 'memory://episodes/default'])
    await writer.call('mark_important', { episode_id: episode.id })
    expect((await next(changes)).touched).toEqual(['memory://stats', 'memory://episodes/default'])
  })

  test('[OPS3] edges and uses are shown nowhere, so they touch nothing', async () => {
    const { follower, writer } = both()
    const entity = { entity_type: 'TOOL', summary: 'Burns clay.' } as const
    const one = await writer.call('create_entity', { ...entity, name: 'Kiln' })
    const other = await writer.call('create_entity', { ...entity, name: 'Oven' })
    const changes = await follow(follower)
    await writer.call('create_relation', { source_id: one.id, target_id: other.id, relation_type: 'SIMILAR_TO' })
    await writer.call('recall', { query: 'what burns clay?' })
    await writer.close()
    const later = minds.open({ dataDir: follower.dataDir })
    await later.call('remember', { text: 'The next thing heard.', session_id: 'b' })
    expect((await next(changes)).touched).toEqual(['memory://stats', 'memory://episodes/b'])
  })

  test('[COM3] a session hears of itself, and of another only at the address that names it', async () => {
    const { follower, writer } = both({ session: 'a' })
    const changes = await follow(follower)
    await writer.call('remember', { text: 'Not yours.', session_id: 'b' })
    expect(await next(changes)).toEqual({ touched: ['memory://episodes/b'], listChanged: false })
    await writer.call('remember', { text: 'Yours.', session_id: 'a' })
    expect(await next(changes)).toEqual({ touched: ['memory://stats', 'memory://episodes/a'], listChanged: true })
  })

  test('[COM13] and a project of what it can see', async () => {
    const { follower, writer } = both({ project: 'shop' })
    const changes = await follow(follower)
    await writer.call('remember', { text: 'Of the mill.', project: 'mill', session_id: 'a' })
    await writer.call('remember', { text: 'Of the shop.', project: 'shop', session_id: 'b' })
    expect((await next(changes)).touched).toEqual(['memory://stats', 'memory://episodes/b'])
  })

  test('[OPS3] many changes at once are one', async () => {
    const { follower, writer } = both()
    const changes = await follow(follower)
    const texts = Array.from({ length: 30 }, (_, n) => `Pot ${n} was burnt.`)
    await Promise.all(texts.map((text) => writer.call('remember', { text, session_id: 'a' })))
    let told = 0
    for (let seen = 0; seen < texts.length; told++) {
      await changes.next()
      seen = ((await follower.resources.read('memory://episodes/a')) as { total: number }).total
    }
    expect(told).toBeLessThan(10)
  })

  test('[OPS3] more changes than are read at a time are all heard of', async () => {
    const { follower, writer } = both()
    const store = minds.openStore(writer.dataDir)
    const { id } = await writer.call('create_episode', { content: 'The kiln.', valence: 0 })
    const changes = await follow(follower)
    const change = (version: number) => ({ id, version, importance: version % 2 })
    await store.commit({ at: start, change: Array.from({ length: 1_200 }, (_, n) => change(n + 1)) })
    await writer.call('remember', { text: 'Behind all of them.', session_id: 'b' })
    const heard = new Set<string>()
    while (!heard.has('memory://episodes/b')) for (const uri of (await next(changes)).touched) heard.add(uri)
    expect(heard).toContain('memory://episodes/default')
  })

  test('an address that cannot be read is never touched', async () => {
    const { follower, writer } = both({ session: 'a' })
    const changes = await follow(follower)
    await writer.call('remember', { text: 'Yours.', session_id: 'a' })
    const { value } = await changes.next()
    expect(value.touches('memory://episodes/a')).toBe(true)
    expect(value.touches('memory://episodes/%61')).toBe(true)
    for (const uri of ['memory://nothing', 'memory://episodes/b', 'memory://entities/tool', ''])
      expect(value.touches(uri), uri).toBe(false)
  })

  test('ends with its signal, and with the memory', async () => {
    const { follower } = both()
    const stop = new AbortController()
    const changes = follower.resources.follow(stop.signal)
    await changes.next()
    const ended = changes.next()
    stop.abort()
    expect(await ended).toMatchObject({ done: true })

    const others = follower.resources.follow(new AbortController().signal)
    await others.next()
    const closing = others.next()
    await follower.close()
    expect(await closing).toMatchObject({ done: true })
    expect(await follower.resources.follow(new AbortController().signal).next()).toMatchObject({ done: true })
    await expect(follower.resources.read('memory://stats')).rejects.toMatchObject({ code: 'internal_error' })
  })
})
