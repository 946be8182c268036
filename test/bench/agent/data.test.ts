import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

interface Log {
  readonly style: string
  readonly seed: number
  readonly lines: readonly string[]
}
interface Turn {
  readonly id: string
  readonly project: string
  readonly session: string
  readonly speaker: string
  readonly at: string
  readonly text: string
  readonly log?: Log
}
interface Question {
  readonly id: string
  readonly project: string
  readonly asked: string
  readonly text: string
  readonly gold: readonly (readonly string[])[]
}

const read = <Line>(name: string): readonly Line[] =>
  readFileSync(new URL(`data/${name}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

const projects = read<{ readonly project: string; readonly half: string }>('projects')
const turns = read<Turn>('turns')
const questions = read<Question>('questions')
const byId = new Map(turns.map((turn) => [turn.id, turn]))
const halfOf = (project: string) => projects.find((each) => each.project === project)?.half
const countBy = <Item>(items: readonly Item[], key: (item: Item) => string) =>
  items.reduce((counts, item) => counts.set(key(item), (counts.get(key(item)) ?? 0) + 1), new Map<string, number>())

describe('the transcripts of bench:agent', () => {
  test('there are enough of them, each of 10 to 60 turns of one project, in the order of time', () => {
    const sizes = countBy(turns, ({ session }) => session)
    expect(sizes.size).toBeGreaterThanOrEqual(40)
    for (const size of sizes.values()) expect(size >= 10 && size <= 60).toBe(true)
    expect(byId.size).toBe(turns.length)
    turns.forEach((turn, place) => {
      const before = turns[place - 1]
      if (before?.session !== turn.session) return
      expect(before.project).toBe(turn.project)
      expect(before.at < turn.at).toBe(true)
    })
  })

  test('half of the projects, and about half of the questions, are set aside', () => {
    expect([...countBy(projects, ({ half }) => half)].sort()).toEqual([
      ['development', 4],
      ['set aside', 4],
    ])
    const asked = countBy(questions, ({ project }) => halfOf(project)!)
    expect(asked.get('set aside')! / questions.length).toBeGreaterThan(0.45)
    expect(asked.get('set aside')! / questions.length).toBeLessThan(0.55)
  })

  test('long logs are about 20,000 characters, hold what they are told to hold, and are the same everywhere', async () => {
    // Not TypeScript, like every program of the benchmarks.
    const path = new URL('long-log.mjs', import.meta.url).href
    const { writeLongLog } = (await import(path)) as { writeLongLog: (log: Log) => string }
    const logs = turns.flatMap(({ log }) => (log === undefined ? [] : [log]))
    expect(logs.length).toBeGreaterThanOrEqual(5)
    const texts = logs.map(writeLongLog)
    texts.forEach((text, place) => {
      expect(Math.abs(text.length - 20_000)).toBeLessThan(500)
      const lines = text.split('\n')
      for (const told of logs[place]!.lines) expect(lines).toContain(told)
    })
    const digest = createHash('sha256').update(texts.join('\n\n')).digest('hex')
    expect(digest).toBe('52e74c540137f78873ee792325bbefe6fb8fe8bc640a5efd4dbd781f295ef75f')
  })
})

describe('the questions of bench:agent', () => {
  test('there are enough of them, and each has its own words', () => {
    expect(questions.length).toBeGreaterThanOrEqual(150)
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
    expect(new Set(questions.map(({ project, asked, text }) => `${project} ${asked} ${text}`)).size).toBe(
      questions.length,
    )
  })

  test.each(questions)(
    '$id: what answers it was told in its project, before it was asked',
    ({ project, asked, gold }) => {
      expect(gold.length).toBeGreaterThan(0)
      for (const turn of gold.flat()) {
        expect(byId.get(turn)?.project).toBe(project)
        expect(Date.parse(byId.get(turn)!.at)).toBeLessThan(Date.parse(asked))
      }
    },
  )
})
