import type { BusResult } from '../../../memory/workspace/bus/bus-result.js'
import { toKey } from '../../../memory/workspace/phrases.js'
import type { TraceStep } from '../../../memory/workspace/trace/trace.js'
import type { BusRound } from '../bus/subscriber.js'

export type Finding = BusRound['found'][number]

/** What the next pass looks for. */
export interface Wanted {
  readonly queries: readonly string[]
  /** Memories that the bus proposes for the workspace, with their activation. */
  readonly memories: readonly { readonly id: string; readonly activation: number }[]
}

/** The progress of attending to a question. */
export interface Attention {
  readonly steps: readonly TraceStep[]
  /** Best first. */
  readonly found: readonly Finding[]
  /** By `toKey`. */
  readonly asked: ReadonlySet<string>
  /** Ids that were found, or that the bus has proposed. */
  readonly known: ReadonlySet<string>
  readonly admitted: readonly string[]
  /** Ids of the occupants of every round so far, and of those before the first. */
  readonly wasInMind: ReadonlySet<string>
}

export const noAttention: Attention = {
  steps: [],
  found: [],
  asked: new Set(),
  known: new Set(),
  admitted: [],
  wasInMind: new Set(),
}

/** Adds the findings of a pass; of each memory the most relevant one counts. */
export function withFindings(
  attention: Attention,
  queries: readonly string[],
  findings: readonly Finding[],
): Attention {
  const best = new Map<string, Finding>()
  for (const finding of [...attention.found, ...findings]) {
    const { id } = finding.memory
    if (finding.relevance > (best.get(id)?.relevance ?? -1)) best.set(id, finding)
  }
  return {
    ...attention,
    found: [...best.values()].sort(byRelevance),
    asked: new Set([...attention.asked, ...queries.map(toKey)]),
    known: new Set([...attention.known, ...best.keys()]),
  }
}

const byRelevance = (a: Finding, b: Finding): number =>
  b.relevance - a.relevance || (a.memory.id < b.memory.id ? -1 : 1)

/** Accepted proposals that were neither asked nor found before. */
export function wantedBy({ accepted }: BusResult, { asked, known }: Attention): Wanted {
  const further = accepted.filter(({ kind }) => kind === 'recall' || kind === 'follow')
  const queries = further.flatMap(({ key, metadata }) =>
    !key.startsWith(memoryKey) && typeof metadata.query === 'string' && metadata.query.trim() !== ''
      ? [metadata.query]
      : [],
  )
  const memories = further.flatMap(({ key, confidence }) =>
    key.startsWith(memoryKey) ? [{ id: key.slice(memoryKey.length), activation: confidence }] : [],
  )
  return {
    queries: [...new Set(queries)].filter((query) => !asked.has(toKey(query))),
    memories: memories.filter(({ id }) => !known.has(id)),
  }
}

const memoryKey = 'memory:'

export const isNothing = ({ queries, memories }: Wanted): boolean => queries.length + memories.length === 0
