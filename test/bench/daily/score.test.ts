import { describe, expect, test } from 'vitest'

interface Question {
  readonly type: string
  readonly gold: readonly string[]
  readonly notFirst: readonly string[]
}
interface Result {
  readonly id: string
  readonly relevance: number
  readonly characters: number
  readonly newer: readonly string[]
}
interface Answer {
  readonly question: Question
  readonly isFlagged: boolean
  readonly results: readonly Result[]
}
interface PromisedResult {
  readonly relevance: number
  readonly isGold: boolean
}
interface World {
  readonly memories: readonly { readonly id: string; readonly at: number }[]
  readonly questions: readonly Question[]
}
type MayReplace = ReadonlyMap<string, readonly string[]>
type Measures = Readonly<Record<string, (answers: readonly Answer[]) => number>>

// Programs of plain JavaScript, without types of their own.
const load = async <Module>(name: string) => (await import(new URL(name, import.meta.url).href)) as Module
const { goldAt, hitAt, outdatedAlone, ownCharacters, wrongFirst } = await load<{
  hitAt(ids: readonly string[], gold: readonly string[], count: number): number
  goldAt(ids: readonly string[], gold: readonly string[], count: number): number
  wrongFirst(ids: readonly string[], question: Question): number
  outdatedAlone(ids: readonly string[], question: Question): number
  ownCharacters(text: string, contents: readonly string[]): number
}>('./score.mjs')
const { measures, answerMeasures } = await load<{ readonly measures: Measures; readonly answerMeasures: Measures }>(
  './measures.mjs',
)
const { calibrationError, reliability } = await load<{
  calibrationError(promises: readonly PromisedResult[]): number
  reliability(promises: readonly PromisedResult[]): readonly {
    readonly from: number
    readonly count: number
    readonly promised: number
    readonly kept: number
  }[]
}>('./calibration.mjs')
const { changesIn, falseAlarms, judgeMarks, namedChanges } = await load<{
  changesIn(world: World): readonly { readonly newer: readonly string[]; readonly older: readonly string[] }[]
  namedChanges(world: World, mayReplace: MayReplace): readonly number[]
  falseAlarms(world: World, mayReplace: MayReplace): readonly number[]
  judgeMarks(
    world: World,
    answers: readonly Answer[],
  ): readonly { readonly isMarked: boolean; readonly isWrong: boolean }[]
}>('./replacements.mjs')

const question = (given: Partial<Question> = {}): Question => ({ type: 'fact', gold: ['a'], notFirst: [], ...given })
const result = (id: string, given: Partial<Result> = {}): Result => ({
  id,
  relevance: 0.5,
  characters: 10,
  newer: [],
  ...given,
})
const answer = (asked: Question, results: readonly Result[], isFlagged = false): Answer => ({
  question: asked,
  isFlagged,
  results,
})

describe('what a page of results is worth', () => {
  test('hit@k is whether, gold@k how much of the gold is among the first k', () => {
    const ids = ['x', 'a', 'y', 'b']
    expect([1, 2, 4].map((count) => hitAt(ids, ['a', 'b'], count))).toEqual([0, 1, 1])
    expect([1, 2, 4].map((count) => goldAt(ids, ['a', 'b'], count))).toEqual([0, 0.5, 1])
    expect(goldAt(ids, ['a', 'c'], 10)).toBe(0.5)
  })

  test('a wrong one is first when it stands above the gold, or without it; not when neither is returned', () => {
    const asked = question({ notFirst: ['old'] })
    expect(wrongFirst(['old', 'a'], asked)).toBe(1)
    expect(wrongFirst(['x', 'old'], asked)).toBe(1)
    expect(wrongFirst(['a', 'old'], asked)).toBe(0)
    expect(wrongFirst(['x', 'y'], asked)).toBe(0)
  })

  test('an outdated one is without its successor when the first ten lack that', () => {
    const asked = question({ type: 'update', notFirst: ['old'] })
    expect(outdatedAlone(['old', 'x'], asked)).toBe(1)
    expect(outdatedAlone(['old', 'x', 'a'], asked)).toBe(0)
    expect(outdatedAlone(['x'], asked)).toBe(0)
    const late = ['old', ...Array.from({ length: 9 }, (_, place) => `x${place}`), 'a']
    expect(outdatedAlone(late, asked)).toBe(1)
  })

  test('questions that nothing answers count only as refused, or by their strangers', () => {
    const none = question({ type: 'none', gold: [] })
    const answers = [answer(question(), [result('a')]), answer(none, [result('x', { relevance: 0.9 })])]
    expect(measures['hit@1']!(answers)).toBe(1)
    expect(answerMeasures['`none` refused']!(answers)).toBe(0)
    expect(answerMeasures['strangers per question']!(answers)).toBe(0.5)
    expect(measures['update: newest first']!(answers)).toBeNaN()
  })

  test('[REC14] an answerable question that is flagged `nothing_relevant` counts, whatever is returned', () => {
    const answers = [answer(question(), [result('a')], true), answer(question(), [])]
    expect(answerMeasures['answerable flagged']!(answers)).toBe(0.5)
  })

  test('a stranger is at 0.5 or more, in the first five, and neither gold nor known to be near it', () => {
    const results = ['a', 'old', 'x', 'y', 'z', 'late'].map((id) => result(id))
    const weak = [result('w', { relevance: 0.49 }), ...results.slice(0, 3)]
    const asked = question({ notFirst: ['old'] })
    const strangers = answerMeasures['strangers per question']!
    expect(strangers([answer(asked, results)])).toBe(3)
    expect(strangers([answer(asked, weak)])).toBe(1)
  })

  test('filler is the share of characters under 0.05, over all answers together', () => {
    const results = [
      result('a', { characters: 30 }),
      result('x', { relevance: 0.049, characters: 60 }),
      result('y', { relevance: 0.05, characters: 10 }),
    ]
    expect(answerMeasures['filler, share of characters']!([answer(question(), results)])).toBe(0.6)
  })

  test("a memory's own characters are found as they are, on one line, and within JSON", () => {
    const content = 'She said "no"\nand left'
    for (const text of [`1. ${content}`, '1. She said "no" and left', JSON.stringify({ content })])
      expect(ownCharacters(text, [content])).toBe(content.length)
    expect(ownCharacters('1. She said no', [content])).toBe(0)
  })
})

describe('calibration', () => {
  const promises = (relevance: number, gold: number, count: number): PromisedResult[] =>
    Array.from({ length: count }, (_, place) => ({ relevance, isGold: place < gold }))

  test('[REC13] the reliability table has ten bins, and 1 is in the last', () => {
    const bins = reliability([...promises(0.25, 1, 4), ...promises(1, 1, 1)])
    expect(bins).toHaveLength(10)
    expect(bins[2]).toEqual({ from: 0.2, count: 4, promised: 0.25, kept: 0.25 })
    expect(bins[9]).toMatchObject({ count: 1, kept: 1 })
  })

  test('[REC13] relevance that reads as a probability has no expected calibration error', () => {
    expect(calibrationError([...promises(0.25, 1, 4), ...promises(0.75, 3, 4)])).toBe(0)
  })

  test('[REC13] each bin weighs as much as it holds, and what is under 0.05 nothing', () => {
    const counted = [...promises(0.95, 0, 1), ...promises(0.25, 1, 4)]
    expect(calibrationError(counted)).toBeCloseTo(0.95 / 5)
    expect(calibrationError([...counted, ...promises(0.04, 50, 100)])).toBeCloseTo(0.95 / 5)
    expect(calibrationError(promises(0.01, 0, 3))).toBeNaN()
  })
})

describe('what replaces what', () => {
  const world: World = {
    memories: ['first', 'second', 'third', 'aside'].map((id, at) => ({ id, at })),
    questions: [
      question({ type: 'update', gold: ['third'], notFirst: ['first', 'second'] }),
      question({ type: 'history', gold: ['first'], notFirst: ['third'] }),
      question({ type: 'update', gold: ['first'], notFirst: ['aside'] }),
      question({ gold: ['aside'], notFirst: ['first'] }),
    ],
  }

  test('a change is an `update` question with an earlier memory that must not be first', () => {
    expect(changesIn(world)).toEqual([{ newer: ['third'], older: ['first', 'second'] }])
  })

  test('it is named when the newer memory may replace any of the outdated', () => {
    expect(namedChanges(world, new Map([['third', ['aside', 'second']]]))).toEqual([1])
    expect(namedChanges(world, new Map([['third', ['aside']]]))).toEqual([0])
    expect(namedChanges(world, new Map([['second', ['first']]]))).toEqual([0])
  })

  test('alarms are counted over the memories that are gold of no question about a change', () => {
    expect(falseAlarms(world, new Map([['aside', ['first']]]))).toEqual([0, 1])
  })

  test('a mark is right when a question about a change has both, one of them as gold, and the newer is later', () => {
    const marked = (id: string, ...newer: string[]) => judgeMarks(world, [answer(question(), [result(id, { newer })])])
    expect(marked('first', 'third')).toEqual([{ isMarked: true, isWrong: false }])
    expect(marked('second', 'third')).toEqual([{ isMarked: true, isWrong: false }])
    expect(marked('first', 'second')).toEqual([{ isMarked: true, isWrong: true }])
    expect(marked('third', 'first')).toEqual([{ isMarked: true, isWrong: true }])
    expect(marked('second', 'aside')).toEqual([{ isMarked: true, isWrong: true }])
    expect(marked('aside')).toEqual([{ isMarked: false, isWrong: false }])
  })
})
