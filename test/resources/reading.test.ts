import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { WorldWeaverError } from '#ww/errors.js'
import type { Resources } from '#ww/resources/open-resources.js'
import { days, hours, idOf, minutes, newMemories, start } from '../support/memories.js'
import { contentsOf, idsOf, type Mind, useMinds } from '../support/minds.js'

interface Episodes {
  readonly session_id: string
  readonly count: number
  readonly total: number
  readonly has_more: boolean
  readonly episodes: readonly { readonly id: string; readonly content: string; readonly truncated?: boolean }[]
}

const readEpisodes = async ({ resources }: { resources: Resources }, session: string) =>
  (await resources.read(`memory://episodes/${session}`)) as unknown as Episodes

describe('resources', () => {
  const minds = useMinds()

  test('[OPS3] the statistics are those of memory_stats', async () => {
    const mind = minds.open({ project: 'shop', session: 'a' })
    await mind.call('remember', { text: 'The kiln was lit.' })
    const shown = await mind.resources.read('memory://stats')
    expect(shown).toEqual(await mind.call('memory_stats', {}))
    expect(shown).toMatchObject({ session_id: 'a', project: 'shop', collections: { episodes: 1 } })
  })

  test('[OPS3] an episode shows what the tools call by the same names', async () => {
    const mind = minds.open()
    const { id } = await mind.call('create_episode', {
      content: 'The kiln cracked.',
      outcome: 'failure',
      valence: 0.9,
      tags: ['kiln'],
      timestamp: '2025-11-01T08:00:00Z',
    })
    expect(await mind.resources.read('memory://episodes/default')).toEqual({
      session_id: 'default',
      count: 1,
      total: 1,
      has_more: false,
      episodes: [
        {
          id,
          content: 'The kiln cracked.',
          timestamp: '2025-11-01T08:00:00Z',
          outcome: 'failure',
          valence: 0.9,
          tags: ['kiln'],
          project: null,
        },
      ],
    })
  })

  test('[OPS3] the newest hundred, newest first, and how many there are', async () => {
    const told = Array.from({ length: 130 }, (_, n) => ({ id: idOf(n), happenedAt: start + minutes(n) }))
    const mind = minds.open({ dataDir: await minds.folderWith(await newMemories([...told].reverse())) })
    const { episodes, ...page } = await readEpisodes(mind, 'default')
    expect(page).toEqual({ session_id: 'default', count: 100, total: 130, has_more: true })
    expect(idsOf(episodes)).toEqual(Array.from({ length: 100 }, (_, n) => idOf(129 - n)))
  })

  test('[OPS3] entities by type, current versions only', async () => {
    const mind = minds.open()
    const tool = { entity_type: 'TOOL', name: 'Kiln', summary: 'Burns clay at 1200 °C.' } as const
    const { id } = await mind.call('create_entity', tool)
    await mind.call('create_entity', { ...tool, entity_type: 'CONCEPT' })
    mind.clock.advance(hours(1))
    const { new_id } = await mind.call('supersede_fact', { entity_id: id, new_summary: 'Burns clay at 1300 °C.' })
    expect(await mind.resources.read('memory://entities/TOOL')).toEqual({
      entity_type: 'TOOL',
      count: 1,
      total: 1,
      has_more: false,
      entities: [
        {
          id: new_id,
          name: 'Kiln',
          entity_type: 'TOOL',
          summary: 'Burns clay at 1300 °C.',
          created_at: '2026-01-05T10:00:00Z',
          session_id: 'default',
          project: null,
        },
      ],
    })
    expect(await mind.resources.read('memory://entities/CONCEPT')).toMatchObject({ total: 1 })
    expect(await mind.resources.read('memory://entities/PERSON')).toMatchObject({ total: 0, entities: [] })
  })

  test('[OPS3] [SEM6] what needs review says so', async () => {
    const mind = minds.open()
    const fact = { entity_type: 'FACT', name: 'Door', summary: 'The door is open.' } as const
    const { id } = await mind.call('create_entity', fact)
    await mind.call('create_entity', { ...fact, name: 'Draught', summary: 'It is cold.', derived_from: [id] })
    await mind.call('supersede_fact', { entity_id: id, new_summary: 'The door is shut.' })
    const { entities } = (await mind.resources.read('memory://entities/FACT')) as {
      entities: readonly { name: string }[]
    }
    expect(entities.find(({ name }) => name === 'Draught')).toMatchObject({
      needs_review: true,
      review_reason: expect.stringContaining(id),
    })
    expect(entities.find(({ name }) => name === 'Door')).not.toHaveProperty('needs_review')
  })

  test('[OPS3] [PRO5] procedures by domain, with how they went; a deprecated one is gone', async () => {
    const mind = minds.open()
    const trajectory = [{ action: 'Fill the kiln' }, { tool: 'run_command', parameters: { command: 'burn --hot' } }]
    const skill = { trajectory, outcome_score: 0.9, domain: 'devops', name: 'Burn the clay' } as const
    const created = await mind.call('create_skill', { ...skill, trigger_pattern: 'when it is dry' })
    const id = String(created.id)
    await mind.call('execute_skill', { procedure_id: id, success: true })
    await mind.call('execute_skill', { procedure_id: id, success: false, error: 'It cracked.' })
    const shown = {
      id,
      name: 'Burn the clay',
      domain: 'devops',
      trigger_pattern: 'when it is dry',
      content: (await mind.call('get_memory', { id })).content,
      step_count: 2,
      success_rate: 0.6667,
      execution_count: 3,
      timestamp: '2026-01-05T09:00:00Z',
      session_id: 'default',
      project: null,
    }
    const page = { domain: 'devops', count: 1, total: 1, has_more: false }
    expect(await mind.resources.read('memory://procedures/devops')).toEqual({ ...page, procedures: [shown] })
    await mind.call('deprecate_skill', { procedure_id: id })
    expect(await mind.resources.read('memory://procedures/devops')).toMatchObject({ total: 0, procedures: [] })
  })

  test('[OPS3] a procedure that was only told is one, too', async () => {
    const mind = minds.open()
    const { id } = await mind.call('remember', { kind: 'procedure', text: 'To glaze: dip, dry, burn.' })
    expect(await mind.resources.read('memory://procedures/coding')).toMatchObject({
      procedures: [{ id, name: 'To glaze', content: 'To glaze: dip, dry, burn.', step_count: 0, execution_count: 0 }],
    })
  })
})

describe('who sees which resource', () => {
  const minds = useMinds()
  let dataDir: string
  beforeAll(async () => {
    dataDir = await minds.folderWith(
      await newMemories([
        { session: 'a', text: 'Told in a.' },
        { session: 'b', text: 'Told in b.', happenedAt: start + minutes(1) },
        { session: 'b', project: 'shop', text: 'Told in b, of the shop.', happenedAt: start + minutes(2) },
        { session: 'c', project: 'mill', text: 'Told in c, of the mill.', happenedAt: start + minutes(3) },
        { session: 'b', kind: 'entity', facets: { name: 'X', entity_type: 'TOOL' }, text: 'X: of b.' },
      ]),
    )
  })
  const contents = async (mind: Mind, session: string) => contentsOf((await readEpisodes(mind, session)).episodes)

  test('[COM3] session `default` sees every session, each by itself', async () => {
    const mind = minds.open({ dataDir })
    expect(await contents(mind, 'a')).toEqual(['Told in a.'])
    expect(await contents(mind, 'b')).toEqual(['Told in b, of the shop.', 'Told in b.'])
    expect(await contents(mind, 'default')).toEqual([])
    expect(await mind.resources.read('memory://entities/TOOL')).toMatchObject({ total: 1 })
  })

  test('[COM3] any other session sees itself, and those that it names, as session_filter does', async () => {
    const mind = minds.open({ dataDir, session: 'a' })
    expect(await contents(mind, 'a')).toEqual(['Told in a.'])
    for (const session of ['b', 'default', 'nobody']) {
      const { episodes } = await mind.call('recall_episodes', { query: 'Told', session_filter: session })
      expect([...(await contents(mind, session))].sort(), session).toEqual(contentsOf(episodes).sort())
      expect(() => mind.resources.check(`memory://episodes/${session}`)).not.toThrow()
    }
    expect(await contents(mind, 'b')).toHaveLength(2)
    expect(await mind.resources.read('memory://entities/TOOL')).toMatchObject({ total: 0 })
    expect((await mind.resources.list()).map(({ uri }) => uri)).not.toContain('memory://episodes/b')
    expect(await mind.resources.complete('memory://episodes/{session_id}', 'session_id', '')).toEqual(['a'])
  })

  test('[COM13] a project sees its own and what belongs to none', async () => {
    const mind = minds.open({ dataDir, project: 'shop' })
    expect(await contents(mind, 'b')).toEqual(['Told in b, of the shop.', 'Told in b.'])
    expect(await contents(mind, 'c')).toEqual([])
    const sessions = await mind.resources.complete('memory://episodes/{session_id}', 'session_id', '')
    expect(sessions).toEqual(['b', 'a'])
    expect(await contents(minds.open({ dataDir, project: 'mill' }), 'b')).toEqual(['Told in b.'])
  })
})

describe('reading a resource', () => {
  const minds = useMinds()

  test('[EPI4] [ACT2] is no use, unlike a recall', async () => {
    const mind = minds.open()
    const { id } = await mind.call('remember', { text: 'The kiln stands behind the barn.' })
    const usesAfter = async (act: (mind: Mind) => Promise<unknown>) => {
      const again = minds.open({ dataDir: mind.dataDir })
      again.clock.set(start + days(3))
      await act(again)
      // Closing writes the uses.
      await again.close()
      return (await mind.call('get_memory', { id })).uses
    }
    expect(await usesAfter((again) => again.resources.read('memory://episodes/default'))).toBe(1)
    expect(await usesAfter((again) => again.resources.list())).toBe(1)
    expect(await usesAfter((again) => again.call('recall', { query: 'where is the kiln?' }))).toBe(2)
  })

  test('[COM14] keeps to 20,000 tokens: the longest texts give way to their beginning, and nothing stored changes', async () => {
    const long = (n: number) => `Day ${n}. ${'The kiln burned through the night and the day. '.repeat(150)}`
    const told = Array.from({ length: 40 }, (_, n) => ({ id: idOf(n), happenedAt: start + n, text: long(n) }))
    const brief = { id: idOf(99), text: 'Short and whole.' }
    const dataDir = await minds.folderWith(await newMemories([...told, brief]))
    const mind = minds.open({ dataDir })
    const shown = await readEpisodes(mind, 'default')
    const tokens = JSON.stringify(shown).length / 4
    expect(tokens).toBeLessThanOrEqual(20_000)
    expect(tokens).toBeGreaterThan(10_000)
    expect(shown.count).toBe(41)
    expect(shown.episodes.find(({ id }) => id === brief.id)).toMatchObject({ content: brief.text })
    expect(shown.episodes.find(({ id }) => id === brief.id)).not.toHaveProperty('truncated')
    const cut = shown.episodes.find(({ id }) => id === idOf(7))!
    expect(cut.truncated).toBe(true)
    expect(cut.content.length).toBeGreaterThan(80)
    expect(long(7).startsWith(cut.content)).toBe(true)
    expect((await mind.call('get_memory', { id: idOf(7) })).content).toBe(long(7))
  })

  test('[COM14] a hundred long summaries fit as well', async () => {
    const text = 'Clay. '.repeat(330)
    const told = Array.from({ length: 100 }, (_, n) => ({
      id: idOf(n, 'entity'),
      kind: 'entity' as const,
      text: `Pot ${n}: ${text}`,
      summary: text,
      facets: { name: `Pot ${n}`, entity_type: 'TOOL' },
    }))
    const mind = minds.open({ dataDir: await minds.folderWith(await newMemories(told)) })
    const shown = await mind.resources.read('memory://entities/TOOL')
    expect(JSON.stringify(shown).length / 4).toBeLessThanOrEqual(20_000)
    expect(shown).toMatchObject({ count: 100, total: 100 })
  })

  test.each([
    ['memory://entities/tool', 'entity_type', 'one of: CONCEPT, PERSON, PROJECT, TOOL, TECHNIQUE, FACT'],
    ['memory://entities/', 'entity_type', 'one of: CONCEPT'],
    ['memory://procedures/cooking', 'domain', 'one of: coding, research, trading, devops, writing'],
    ['memory://episodes/', 'session_id', '1 to 128 letters, digits, "_" or "-"'],
    ['memory://episodes/a%20b', 'session_id', '1 to 128 letters'],
    ['memory://episodes/a/b', 'session_id', '1 to 128 letters'],
    ['memory://episodes/50%', 'session_id', '1 to 128 letters'],
    [`memory://episodes/${'x'.repeat(129)}`, 'session_id', '1 to 128 letters'],
  ])('[OPS3] %s is refused with what is allowed', async (uri, field, allowed) => {
    const { resources } = minds.open()
    const refusal = { code: 'validation_error', field, message: expect.stringContaining(allowed) }
    await expect(resources.read(uri)).rejects.toMatchObject(refusal)
    expect(() => resources.check(uri)).toThrow(expect.objectContaining(refusal))
  })

  test.each(['memory://nothing', 'memory://stats/', 'memory://Stats', 'file:///etc/passwd', '', 'memory://episodes'])(
    '[OPS3] "%s" does not exist, and the error names what does',
    async (uri) => {
      const known =
        'memory://stats, memory://episodes/{session_id}, memory://entities/{entity_type}, memory://procedures/{domain}'
      const refusal = { code: 'not_found', message: expect.stringContaining(known) }
      await expect(minds.open().resources.read(uri)).rejects.toMatchObject(refusal)
    },
  )

  test('[OPS3] whatever the address, the answer is a resource or says what is wrong with it', async () => {
    const { resources } = minds.open()
    const known = fc.constantFrom(
      '',
      'memory://',
      ...resources.templates.map(({ uriTemplate }) => uriTemplate.split('{')[0]!),
    )
    const any = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('%', '%00', '..', 'TOOL', 'TOOL?x', '__proto__'),
    )
    await fc.assert(
      fc.asyncProperty(known, any, async (start, rest) => {
        const outcome = await resources.read(start + rest).catch((error: unknown) => error)
        if (outcome instanceof WorldWeaverError) expect(outcome.code).toMatch(/^(validation_error|not_found)$/)
        else expect(outcome).toHaveProperty('total')
      }),
      { numRuns: 300 },
    )
  })

  test('[OPS3] an address may be escaped more than it need be', async () => {
    const mind = minds.open({ session: 'a-b' })
    await mind.call('remember', { text: 'The kiln was lit.' })
    expect(await readEpisodes(mind, 'a%2Db')).toMatchObject({ session_id: 'a-b', total: 1 })
    expect(await mind.resources.read('memory://entities/%54OOL')).toMatchObject({ entity_type: 'TOOL' })
  })
})

describe('finding a resource', () => {
  const minds = useMinds()

  test('[OPS3] the list has one address for each session with episodes, type and domain', async () => {
    const mind = minds.open()
    await mind.call('remember', { text: 'First.', session_id: 'old' })
    mind.clock.advance(minutes(1))
    await mind.call('remember', { text: 'Second.', session_id: 'new' })
    await mind.call('remember', { text: 'A note is no episode.', session_id: 'notes', kind: 'note' })
    const listed = await mind.resources.list()
    expect(listed.map(({ uri }) => uri)).toEqual([
      'memory://stats',
      'memory://episodes/new',
      'memory://episodes/old',
      ...['CONCEPT', 'PERSON', 'PROJECT', 'TOOL', 'TECHNIQUE', 'FACT'].map((type) => `memory://entities/${type}`),
      ...['coding', 'research', 'trading', 'devops', 'writing'].map((domain) => `memory://procedures/${domain}`),
    ])
    for (const { uri } of listed) await expect(mind.resources.read(uri), uri).resolves.toBeDefined()
    expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length)
  })

  test('[OPS3] a list shows the hundred newest sessions; completion finds the others', async () => {
    const told = Array.from({ length: 120 }, (_, n) => ({ session: `s${n}`, happenedAt: start + minutes(n) }))
    const { resources } = minds.open({ dataDir: await minds.folderWith(await newMemories(told)) })
    const listed = (await resources.list()).map(({ uri }) => uri).filter((uri) => uri.includes('episodes'))
    expect(listed).toHaveLength(100)
    expect(listed[0]).toBe('memory://episodes/s119')
    expect(listed).not.toContain('memory://episodes/s7')
    expect(await resources.complete('memory://episodes/{session_id}', 'session_id', 's7')).toContain('s7')
  })

  test('[OPS3] a template completes its argument by its beginning', async () => {
    const { resources } = minds.open()
    expect(resources.templates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'memory://episodes/{session_id}',
      'memory://entities/{entity_type}',
      'memory://procedures/{domain}',
    ])
    const complete = resources.complete
    expect(await complete('memory://entities/{entity_type}', 'entity_type', 't')).toEqual(['TOOL', 'TECHNIQUE'])
    expect(await complete('memory://entities/{entity_type}', 'entity_type', 'X')).toEqual([])
    expect(await complete('memory://procedures/{domain}', 'domain', '')).toHaveLength(5)
    expect(await complete('memory://stats', 'anything', '')).toEqual([])
  })

  test('[OPS3] a template or argument that there is not is refused with those that there are', async () => {
    const { resources } = minds.open()
    await expect(resources.complete('memory://nothing/{x}', 'x', '')).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('memory://procedures/{domain}'),
    })
    await expect(resources.complete('memory://procedures/{domain}', 'x', '')).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('"domain"'),
    })
  })
})
