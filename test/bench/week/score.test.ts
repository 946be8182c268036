import { describe, expect, test } from 'vitest'

interface Session {
  readonly name: string
  readonly part: string
  readonly repository: string
}
interface Probe {
  readonly isTelling: boolean
  readonly part: string
  readonly repository: string
  readonly says: RegExp
  readonly from: readonly string[]
  readonly may: readonly string[]
}
interface Judged {
  readonly isRight: boolean
  readonly wrong: number
  readonly brought: number
  readonly isSilent: boolean
}
type Agent = Readonly<Record<string, () => Promise<string>>>

// Programs of plain JavaScript, without types of their own.
const load = async <Module>(name: string) => (await import(new URL(name, import.meta.url).href)) as Module
const { ask, holdSessions } = await load<{
  holdSessions(
    agent: Agent,
    sessions: readonly Session[],
    weekStart: number,
    cwdOf: Readonly<Record<string, string>>,
  ): Promise<ReadonlyMap<string, string>>
  ask(agent: Agent, probes: readonly Probe[], at: number): Promise<readonly unknown[]>
}>('live.mjs')
const { idsIn, judge, score } = await load<{
  idsIn(text: string): readonly string[]
  judge(
    answer: { readonly probe: Partial<Probe>; readonly text: string; readonly ids: readonly string[] },
    sessionOf: (id: string) => string | undefined,
  ): Judged
  score(judged: readonly (Judged & { readonly isTelling: boolean; readonly tokens: number })[]): unknown
}>('score.mjs')
const { toTranscript } = await load<{
  toTranscript(session: Session, weekStart: number, cwd: string): readonly string[]
}>('transcript.mjs')
const { parts, probes, sessions } = await load<{
  readonly parts: readonly string[]
  readonly probes: readonly Probe[]
  readonly sessions: readonly Session[]
}>('world.mjs')

describe('what a prompt brought', () => {
  const probe = { isTelling: true, says: /6432/, from: ['b'], may: ['c'] }
  const sources = new Map([
    ['one', 'a'],
    ['two', 'b'],
    ['three', 'c'],
  ])
  const sessionOf = (id: string) => sources.get(id)
  const judged = (ids: string[], text = 'port 6432') => judge({ probe, text, ids }, sessionOf)

  test('is right with the fact from where it was said', () => {
    expect(judged(['two'])).toMatchObject({ isRight: true, wrong: 0, brought: 1 })
    expect(judged(['two'], 'port')).toMatchObject({ isRight: false })
    expect(judged(['one'])).toMatchObject({ isRight: false, wrong: 1 })
    expect(judged(['two', 'three', 'unknown'])).toMatchObject({ isRight: true, wrong: 1, brought: 3 })
    expect(judged([], '')).toEqual({ isRight: false, wrong: 0, brought: 0, isSilent: true })
  })

  test('is wrong whatever it is where silence is wanted', () => {
    expect(judge({ probe: { isTelling: false }, text: '…', ids: ['two'] }, sessionOf)).toMatchObject({
      isRight: false,
      wrong: 1,
      isSilent: false,
    })
  })

  test('shares: of prompts, of memories, of silences, and tokens for each prompt', () => {
    const one = { isTelling: true, isRight: true, wrong: 1, brought: 2, isSilent: false, tokens: 100 }
    const none = { isTelling: true, isRight: false, wrong: 0, brought: 0, isSilent: true, tokens: 0 }
    const silent = { isTelling: false, isRight: false, wrong: 0, brought: 0, isSilent: true, tokens: 0 }
    expect(score([one, none, silent, silent])).toEqual({ right: 0.5, wrong: 0.5, silence: 1, tokens: 25 })
  })

  test('the ids in what a hook prints', () => {
    expect(
      idsIn('Remembered.\n- [3 days ago, episode ep-1, general] a - [now, b c] d\n- [just now, lesson le-2] e'),
    ).toEqual(['ep-1', 'le-2'])
    expect(idsIn('')).toEqual([])
  })
})

describe('the script of the week', () => {
  test('each part: thirty sessions in three repositories, which are in no other part', () => {
    const repositories = parts.map((part) => {
      const held = sessions.filter((each) => each.part === part)
      expect(held).toHaveLength(30)
      return [...new Set(held.map(({ repository }) => repository))]
    })
    expect(repositories.map(({ length }) => length)).toEqual(parts.map(() => 3))
    expect(new Set(repositories.flat()).size).toBe(3 * parts.length)
  })

  test.each([
    { part: 'development', count: 60 },
    { part: 'development-2', count: 30 },
  ])('$part: $count prompts with something to bring, and as many without', ({ part, count }) => {
    for (const isTelling of [true, false])
      expect(probes.filter((each) => each.part === part && each.isTelling === isTelling)).toHaveLength(count)
  })

  test('a prompt is of the same part as the sessions of its repository', () => {
    for (const { part, repository } of probes)
      expect(sessions.some((each) => each.repository === repository && each.part === part)).toBe(true)
  })

  test('every fact that is asked for was said in a session of the same repository', () => {
    for (const { part, from, may, says, repository, isTelling } of probes) {
      if (!isTelling) continue
      const sources = sessions.filter((each) => each.part === part && from.includes(each.name))
      expect([...from, ...may].every((name) => sessions.some((each) => each.name === name))).toBe(true)
      expect(sources.every((each) => each.repository === repository)).toBe(true)
      expect(says.test(JSON.stringify(sources))).toBe(true)
    }
  })

  test('a session is held as its program would: a start, prompts, failures and turns, an end', async () => {
    const calls: string[] = []
    const note = (moment: string) => async () => {
      calls.push(moment)
      return moment === 'remember' ? 'ep-1' : ''
    }
    const moments = ['start', 'prompt', 'failure', 'stop', 'end', 'remember']
    const agent = Object.fromEntries(moments.map((moment) => [moment, note(moment)]))
    const told = await holdSessions(agent, [sessions.find(({ name }) => name === 'ink-5')!], 0, { inkwell: '/inkwell' })
    expect(calls).toEqual(['start', 'prompt', 'failure', 'stop', 'prompt', 'remember', 'end'])
    expect(told.get('ep-1')).toBe('ink-5')
    await ask(agent, probes.slice(0, 1), 0)
    expect(calls.at(-1)).toBe('prompt')
  })

  test('a transcript is in Claude Code’s format', () => {
    const [first, second] = toTranscript(sessions[0]!, 0, '/x').map((line) => JSON.parse(line))
    expect(first).toMatchObject({ type: 'user', timestamp: expect.any(String), message: { role: 'user' } })
    expect(second.type).toBe('assistant')
  })
})
