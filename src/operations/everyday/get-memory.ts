import { z } from 'zod'
import { retrievability } from '../../memory/activation/forgetting.js'
import type { Facets, StoredMemory } from '../../memory/memory.js'
import { asReported } from '../../memory/procedural/failure-lesson.js'
import { procedureOf } from '../../memory/procedural/procedure.js'
import { formatTime } from '../../memory/time.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { OperationContext } from '../machinery/operation-context.js'
import { rounded } from '../machinery/rounded.js'
import { findStale, staleField } from '../recall/stale-references.js'
import { getVisible } from '../writing/read-visible.js'

export const getMemory = defineOperation({
  name: 'get_memory',
  summary: 'Read one memory in full, byte for byte.',
  guidance: 'Use when a recalled text was `truncated`, or to see all that is known about a memory.',
  door: 'front',
  effect: 'read',
  input: z.object({ id: fields.anyId.describe('Its id.') }),
  output: z.object({
    id: z.string(),
    kind: fields.kind,
    content: z.string(),
    timestamp: fields.timestamp,
    recorded_at: fields.timestamp,
    valid_from: fields.timestamp,
    valid_to: fields.timestamp.nullable(),
    session_id: z.string(),
    project: z.string().nullable(),
    source: z.string(),
    tags: z.array(z.string()),
    facets: z.looseObject({}),
    importance: fields.unit,
    state: z.string(),
    version: z.int(),
    uses: z.int(),
    retrievability: fields.unit,
    ...staleField,
  }),
  commandLine: { positional: ['id'], examples: [] },
  async run({ id }, context, caller) {
    const memory = await getVisible(id, context, caller, 'id')
    return {
      id: memory.id,
      kind: memory.kind,
      content: memory.text,
      timestamp: formatTime(memory.happenedAt),
      recorded_at: formatTime(memory.recordedAt),
      valid_from: formatTime(memory.validFrom),
      valid_to: memory.validTo === null ? null : formatTime(memory.validTo),
      session_id: memory.session,
      project: memory.project,
      source: memory.source,
      tags: [...memory.tags],
      facets: await reportedFacets(memory, context),
      importance: memory.importance,
      state: memory.state,
      version: memory.version,
      uses: memory.strength.uses,
      retrievability: rounded(retrievability(memory.strength, context.clock.now())),
      ...(await findStale([{ memory }], context, caller)).of(memory),
    }
  },
})

/** PRO4: a skill's failed runs are shown with their lessons' texts, if the lessons are in the same scope (COM3). */
async function reportedFacets(memory: StoredMemory, { memories }: OperationContext): Promise<Facets> {
  const { kind, facets, session, project } = memory
  if (kind !== 'procedure' || facets.runs === undefined) return facets
  const { runs } = procedureOf(facets)
  const lessons = await memories.get(runs.map(({ lesson }) => lesson ?? ''))
  const wordsFor = (at: number) => {
    const lesson = lessons[at]
    return lesson?.session === session && lesson.project === project ? lesson.facets : undefined
  }
  return { ...facets, runs: runs.map((run, at) => asReported(run, wordsFor(at))) }
}
