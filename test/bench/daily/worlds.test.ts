import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

interface World {
  readonly memories: readonly { readonly id: string; readonly at: string; readonly text: string }[]
  readonly questions: readonly {
    readonly q: string
    readonly type: string
    readonly gold: readonly string[]
    readonly not_first: readonly string[]
  }[]
}

const folder = new URL('worlds/', import.meta.url)
const read = <Content>(name: string): Content => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))
const index = read<{ readonly development: readonly string[]; readonly setAside: readonly string[] }>('index')
const listed = [...index.development, ...index.setAside]

describe('the worlds of bench:daily', () => {
  test('each is listed once, for development or as set aside', () => {
    const files = readdirSync(folder).filter((name) => /^[^.]+\.json$/.test(name) && name !== 'index.json')
    expect([...listed].sort()).toEqual(files.map((name) => name.slice(0, -'.json'.length)).sort())
  })

  test.each(listed)('%s: its memories are in the order of time, and its labels name them', (name) => {
    const { memories, questions } = read<World>(name)
    const times = memories.map(({ at }) => Date.parse(at))
    expect(times).toEqual([...times].sort((a, b) => a - b))
    const ids = new Set(memories.map(({ id }) => id))
    expect(ids.size).toBe(memories.length)
    for (const { gold, not_first: notFirst, type } of questions) {
      expect([...gold, ...notFirst].filter((id) => !ids.has(id))).toEqual([])
      expect(gold.filter((id) => notFirst.includes(id))).toEqual([])
      expect(gold.length === 0).toBe(type === 'none')
    }
  })

  test.each(listed)('%s: it has wordings for every question and answers for every memory', (name) => {
    const { memories, questions } = read<World>(name)
    const also = read<readonly (readonly string[])[]>(`${name}.also`)
    expect(also.map((wordings) => wordings.length)).toEqual(questions.map(() => 3))
    const answers = read<Readonly<Record<string, readonly string[]>>>(`${name}.answers`)
    expect(Object.keys(answers).sort()).toEqual(memories.map(({ id }) => id).sort())
    for (const given of Object.values(answers)) expect(given.length).toBeLessThanOrEqual(3)
  })
})
