import { z } from 'zod'
import type { StoredMemory } from '../../memory/memory.js'
import { replacedBy, versionOf } from '../../memory/semantic/links.js'
import { formatTime } from '../../memory/time.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { Caller } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import type { Using } from '../machinery/operation-context.js'
import { visibleIds } from '../writing/read-visible.js'

/** REC16: set in a memory that is no longer true, which only a question about the past brings back. */
export const pastFields = { valid_to: fields.timestamp.optional(), replaced_by: z.string().optional() }

type Recalled = readonly { readonly memory: StoredMemory }[]

/** By the id of each closed memory the one that took its place (OPS6, SEM5). */
export type Replacements = ReadonlyMap<string, string>

export async function findReplacements(recalled: Recalled, memories: MemoryGraph): Promise<Replacements> {
  const closed = new Set(recalled.filter(({ memory }) => memory.validTo !== null).map(({ memory }) => memory.id))
  if (closed.size === 0) return new Map()
  const edges = await memories.neighbours([...closed], [replacedBy, versionOf])
  return new Map(
    edges.flatMap(({ source, target, type }): [string, string][] => {
      const [older, later] = type === replacedBy ? [source, target] : [target, source]
      return closed.has(older) ? [[older, later]] : []
    }),
  )
}

/** REC16: a question about the past gets the past first: for each current memory, the closed ones to put before it. */
export function putPastFirst(
  recalled: Recalled,
  replacements: Replacements,
): Readonly<Record<string, readonly string[]>> {
  const current = new Set(recalled.filter(({ memory }) => memory.validTo === null).map(({ memory }) => memory.id))
  const before: Record<string, string[]> = {}
  for (const [older, later] of replacements) {
    if (current.has(later)) before[later] = [...(before[later] ?? []), older]
  }
  return before
}

/** The fields to spread into what is shown of a memory. */
export async function findPastFields(
  { recalled, replacements: known }: { readonly recalled: Recalled; readonly replacements?: Replacements },
  context: Using<MemoryGraph & MemoryReader>,
  caller: Caller,
): Promise<(memory: StoredMemory) => { valid_to?: string; replaced_by?: string }> {
  const replacements = known ?? (await findReplacements(recalled, context.memories))
  // COM3: the later memory may be in another session.
  const visible = new Set(await visibleIds([...new Set(replacements.values())], context, caller))
  return ({ id, validTo }) => {
    if (validTo === null) return {}
    const later = replacements.get(id)
    const isShown = later !== undefined && visible.has(later)
    return { valid_to: formatTime(validTo), ...(isShown ? { replaced_by: later } : {}) }
  }
}
