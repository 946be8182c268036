import { beforeAll, describe, expect, test } from 'vitest'
import { contentsOf, isValidationError, type Mind, refusal, useMinds } from '../support/minds.js'

const inShop = 'The database listens on port 5433.'
const inBlog = 'The database listens on port 3306.'
const inNone = 'Anna looks after every database.'
const everything = [inNone, inBlog, inShop].sort()

describe('projects', () => {
  const minds = useMinds()
  /** Two repositories and a folder that is none, on one store. */
  let shop: Mind
  let blog: Mind
  let nowhere: Mind
  let shopId: string

  beforeAll(async () => {
    const dataDir = minds.newFolder()
    shop = minds.open({ dataDir, project: 'shop' })
    blog = minds.open({ dataDir, project: 'blog' })
    nowhere = minds.open({ dataDir, project: null })
    shopId = (await shop.call('remember', { text: inShop })).id
    await blog.call('remember', { text: inBlog })
    await nowhere.call('remember', { text: inNone })
  })

  const seenBy = async (mind: Mind, project?: string) => {
    const ask = { query: 'which port does the database listen on', ...(project === undefined ? {} : { project }) }
    const recalled = contentsOf((await mind.call('recall', { ...ask, min_relevance: 0 })).memories).sort()
    expect(contentsOf((await mind.call('recall_episodes', ask)).episodes).sort()).toEqual(recalled)
    const past = await mind.call('query_at_time', { ...ask, point_in_time: '2026-02-01' })
    expect(contentsOf(past.episodes).sort()).toEqual(recalled)
    const { project: named = null } = { project }
    expect((await mind.call('memory_stats', { project: named })).collections.episodes).toBe(recalled.length)
    return recalled
  }

  test('[COM13] a memory carries the project of its caller', async () => {
    expect(await shop.call('get_memory', { id: shopId })).toMatchObject({ project: 'shop' })
    expect(await shop.call('create_episode', { content: 'We closed the shop.' })).toMatchObject({ project: 'shop' })
    expect(await shop.call('get_session_id', {})).toMatchObject({ project: 'shop' })
    expect(await nowhere.call('get_session_id', {})).toMatchObject({ project: null })
  })

  test('[COM13] a caller sees its own project and what belongs to none, never another’s', async () => {
    expect(await seenBy(blog)).toEqual([inNone, inBlog].sort())
    expect((await seenBy(shop)).filter((content) => content.includes('port'))).toEqual([inShop])
  })

  test('[COM13] "*" sees all, and each result names its project', async () => {
    expect(await seenBy(blog, '*')).toEqual(expect.arrayContaining(everything))
    const ask = { query: 'which port does the database listen on', project: '*' }
    const projectOf = (results: readonly { content: string; project: string | null }[]) =>
      new Map(results.map(({ content, project }) => [content, project]))
    for (const projects of [
      projectOf((await blog.call('recall', { ...ask, min_relevance: 0 })).memories),
      projectOf((await blog.call('recall_episodes', ask)).episodes),
      projectOf((await blog.call('query_at_time', { ...ask, point_in_time: '2026-02-01' })).episodes),
    ]) {
      expect([projects.get(inShop), projects.get(inBlog), projects.get(inNone)]).toEqual(['shop', 'blog', null])
    }
  })

  test('[COM13] a caller without a project sees all', async () => {
    expect(await seenBy(nowhere)).toEqual(expect.arrayContaining(everything))
  })

  test('[COM13] a call may name another project', async () => {
    expect(await seenBy(nowhere, 'blog')).toEqual([inNone, inBlog].sort())
    const { project, id } = await blog.call('remember', { text: 'Docs are in English.', project: 'docs' })
    expect(project).toBe('docs')
    expect(await refusal(blog, 'get_memory', { id })).toMatchObject({ error: 'not_found' })
    expect((await blog.call('get_memory', { id, project: 'docs' })).id).toBe(id)
  })

  test('[COM13] writing into "*" is refused, and nothing is stored', async () => {
    const before = (await nowhere.call('memory_stats', {})).collections
    expect(await refusal(blog, 'remember', { text: 'Everywhere.', project: '*' })).toMatchObject(
      isValidationError('project'),
    )
    expect(await refusal(blog, 'create_episode', { content: 'Everywhere.', project: '*' })).toMatchObject(
      isValidationError('project'),
    )
    expect((await nowhere.call('memory_stats', {})).collections).toEqual(before)
  })

  test('[COM13] another project’s memory is not_found by its id, to read and to change', async () => {
    expect(await refusal(blog, 'get_memory', { id: shopId })).toMatchObject({ error: 'not_found' })
    expect(await refusal(blog, 'mark_important', { episode_id: shopId })).toMatchObject({ error: 'not_found' })
    expect((await shop.call('get_memory', { id: shopId })).importance).toBe(0.5)
    expect((await blog.call('get_memory', { id: shopId, project: '*' })).project).toBe('shop')
  })

  test('[COM13] a project and a session narrow together', async () => {
    const text = 'The shop opens at nine.'
    await shop.call('remember', { text, session_id: 'monday' })
    const hours = (mind: Mind, session_id: string) =>
      mind.call('recall', { query: 'when does it open', session_id }).then(({ memories }) => contentsOf(memories))
    expect(await hours(shop, 'monday')).toEqual([text])
    expect(await hours(blog, 'monday')).toEqual([])
    expect(await hours(shop, 'tuesday')).toEqual([])
  })

  test.each(['', '  ', 'a\0b', 'x'.repeat(301), 5])('[COM13] %j is no project', async (project) => {
    expect(await refusal(blog, 'recall', { query: 'port', project })).toMatchObject(isValidationError('project'))
  })
})
