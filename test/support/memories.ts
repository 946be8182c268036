import { initialStrength } from '#ww/memory/activation/forgetting.js'
import { idPrefixes } from '#ww/memory/ids.js'
import type { Edge, Kind, Memory } from '#ww/memory/memory.js'
import type { IndexedAnswer, NewMemory } from '#ww/ports/store/write.js'
import { analyse, answerOf } from './text-analysis.js'

/** When the tests' world begins. */
export const start = Date.UTC(2026, 0, 5, 9)
export const minutes = (count: number): number => count * 60_000
export const hours = (count: number): number => minutes(count * 60)
export const days = (count: number): number => hours(count * 24)

/** The id with this number: larger numbers sort behind smaller ones. */
export const idOf = (number: number, kind: Kind = 'episode'): string =>
  `${idPrefixes[kind]}01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/** Far from the numbers that tests give. */
let made = 2 ** 40

/** A memory of which only the given fields matter. What happened was recorded, and is true, from that moment on. */
export function aMemory(given: Partial<Memory> = {}): Memory {
  const { kind = 'episode', happenedAt = start, recordedAt = happenedAt } = given
  return {
    id: idOf(++made, kind),
    kind,
    project: null,
    session: 'default',
    source: 'memory',
    text: 'We looked at the garden.',
    summary: null,
    facets: {},
    tags: [],
    happenedAt,
    recordedAt,
    validFrom: recordedAt,
    validTo: null,
    importance: 0.5,
    state: 'active',
    ...given,
  }
}

type GivenNewMemory = Partial<Memory> &
  Partial<Pick<NewMemory, 'index' | 'vector' | 'structure' | 'strength' | 'joinsScene' | 'sceneWith'>> & {
    /** Questions that it answers, or their index. */
    readonly answers?: readonly (string | IndexedAnswer)[]
  }

/** The same, analysed and embedded as the product does it, ready for a batch. */
export async function aNewMemory(given: GivenNewMemory = {}): Promise<NewMemory> {
  const { index, vector, structure, strength, joinsScene = true, sceneWith, answers, ...fields } = given
  const memory = aMemory(fields)
  const analysed = await analyse(memory.text)
  return {
    memory,
    index: { ...analysed.index, ...index },
    vector: vector === undefined ? analysed.vector : vector,
    strength: strength ?? initialStrength(memory.importance, memory.recordedAt),
    joinsScene,
    ...(sceneWith === undefined ? {} : { sceneWith }),
    ...(structure === undefined ? {} : { structure }),
    ...(answers === undefined ? {} : { answers: await Promise.all(answers.map(toIndexed)) }),
  }
}

const toIndexed = async (answer: string | IndexedAnswer): Promise<IndexedAnswer> =>
  typeof answer === 'string' ? answerOf(answer) : answer

export const newMemories = (given: readonly GivenNewMemory[]): Promise<NewMemory[]> =>
  Promise.all(given.map((each) => aNewMemory(each)))

export function anEdge(given: Partial<Edge> & Pick<Edge, 'source' | 'target'>): Edge {
  return {
    type: 'RELATES_TO',
    weight: 0.5,
    validFrom: start,
    validTo: null,
    coactivations: 0,
    coactivatedAt: null,
    ...given,
  }
}
