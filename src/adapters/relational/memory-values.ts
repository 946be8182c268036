import type { Memory } from '../../memory/memory.js'
import type { TextIndex } from '../../memory/recall/text-index.js'
import { flagsOf, kindCode, outcomeOf, stateCode } from './codes.js'
import { toBytes } from './packing.js'
import { digestOf } from './text-digest.js'

interface Numbers {
  readonly project: number
  readonly session: number
  readonly scene: number
  readonly speaker: number
}

/** What both engines store of a new memory, in the order of their columns, from its id to its digest. */
export const memoryValues = (
  memory: Memory,
  index: Omit<TextIndex, 'terms'>,
  { project, session, scene, speaker }: Numbers,
  packedTerms: Uint8Array,
): (string | number | null | Uint8Array)[] => [
  memory.id,
  kindCode.toCode(memory.kind),
  stateCode.toCode(memory.state),
  outcomeOf(memory.facets),
  project,
  session,
  scene,
  memory.happenedAt,
  memory.recordedAt,
  memory.validFrom,
  memory.validTo,
  memory.importance,
  firstVersion,
  memory.recordedAt,
  flagsOf(index),
  speaker,
  index.length,
  index.contentTokens,
  index.language,
  packedTerms,
  toBytes(index.tokens),
  memory.source,
  JSON.stringify(memory.tags),
  JSON.stringify(memory.facets),
  memory.summary,
  memory.text,
  digestOf(memory.id, memory.text),
]

const firstVersion = 1
