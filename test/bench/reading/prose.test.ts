import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'

interface Question {
  readonly type: string
  readonly answer: string | null
  readonly accept: readonly string[]
}
const { judgeAnswer } = await vi.importActual<{
  judgeAnswer(given: string, question: Question): 'right' | 'wrong' | 'refused'
}>('./judge-answer.mjs')

interface World {
  readonly memories: readonly { readonly id: string; readonly at: string }[]
  readonly exact: readonly { readonly needs: readonly string[]; readonly answer: string | null }[]
}

const folder = new URL('prose/', import.meta.url)
const read = <Content>(name: string): Content => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))
const index = read<{ readonly development: readonly string[]; readonly setAside: readonly string[] }>('index')

describe('the small worlds to compute from', () => {
  test.each([...index.development, ...index.setAside])('%s: its labels name its memories', (name) => {
    const { memories, exact } = read<World>(name)
    const ids = new Set(memories.map(({ id }) => id))
    expect(ids.size).toBe(memories.length)
    expect(exact.flatMap(({ needs }) => needs).filter((id) => !ids.has(id))).toEqual([])
    expect(exact.filter(({ needs, answer }) => (answer === null) !== (needs.length === 0))).toEqual([])
  })
})

describe('an answer is judged by what it says', () => {
  test.each([
    ['', { type: 'sum', answer: '£500', accept: [] }, 'refused'],
    ['', { type: 'unanswerable', answer: null, accept: [] }, 'right'],
    ['5', { type: 'unanswerable', answer: null, accept: [] }, 'wrong'],
    ['£4550', { type: 'sum', answer: '£4,550', accept: [] }, 'right'],
    ['166.70', { type: 'average', answer: '£166.7', accept: [] }, 'right'],
    ['501', { type: 'sum', answer: '£500', accept: ['500 pounds'] }, 'wrong'],
    ['16 May 2026', { type: 'max', answer: '16 May', accept: [] }, 'right'],
    ['17 May 2026', { type: 'max', answer: '16 May', accept: [] }, 'wrong'],
    ['Danish, Averley', { type: 'filter', answer: 'Averley and the Danish', accept: ['Averley, Danish'] }, 'right'],
    ['Danish, Averley', { type: 'rank', answer: 'Averley, Danish', accept: [] }, 'wrong'],
  ])('%j for %j: %s', (given, question, verdict) => expect(judgeAnswer(given, question)).toBe(verdict))
})
