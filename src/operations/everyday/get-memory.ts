import { z } from 'zod'
import { retrievability } from '../../memory/activation/forgetting.js'
import { answerGivers, answersOf, withoutAnswers } from '../../memory/answers.js'
import type { Facets, StoredMemory } from '../../memory/memory.js'
import { asReported } from '../../memory/procedural/failure-lesson.js'
import { procedureOf } from '../../memory/procedural/procedure.js'
import { saidAsMarks } from '../../memory/recall/text/sentence-mark.js'
import { formatTime } from '../../memory/time.js'
import type { MemoryReader } from '../../ports/store/read.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { rounded } from '../machinery/rounded.js'
import { findStale, staleField } from '../recall/stale-references.js'
import { getVisible } from '../writing/read-visible.js'

export const getMemory = defineOperation({
  name: 'get_memory',
  summary: 'Read one memory in full, with its origin.',
  guidance: 'Use when a recalled text was `truncated`.',
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
    /** Who wrote this version; null: from before that was noted. */
    origin: fields.origin.nullable(),
    tags: z.array(z.string()),
    /** REC25: the questions that it answers, and who gave each. */
    answers: z.array(z.object({ question: z.string(), by: z.enum(answerGivers) })).optional(),
    said_as: z.enum(saidAsMarks).optional(),
    facets: z.looseObject({}),
    importance: fields.unit,
    state: z.string(),
    version: z.int(),
    uses: z.int(),
    /** ACT2: when a recall last returned it, or it was used. */
    last_accessed: fields.timestamp.optional(),
    retrievability: fields.unit,
    ...staleField,
  }),
  commandLine: { positional: ['id'], examples: [] },
  async run({ id }, context: Using<MemoryReader, 'clock' | 'repository'>, caller) {
    const memory = await getVisible(id, context, caller, 'id')
    const answers = answersOf(memory.facets)
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
      origin: memory.origin,
      tags: [...memory.tags],
      ...(answers.length === 0 ? {} : { answers: answers.map(({ question, by }) => ({ question, by })) }),
      ...(memory.saidAs === null ? {} : { said_as: memory.saidAs }),
      facets: await reportedFacets(memory, context),
      importance: memory.importance,
      state: memory.state,
      version: memory.version,
      uses: memory.strength.uses,
      ...(memory.strength.accessedAt === null ? {} : { last_accessed: formatTime(memory.strength.accessedAt) }),
      retrievability: rounded(retrievability(memory.strength, context.clock.now())),
      ...(await findStale([{ memory }], context, caller)).of(memory),
    }
  },
})

/** PRO4: a skill's failed runs are shown with their lessons' texts, if the lessons are in the same scope (COM3). */
async function reportedFacets(memory: StoredMemory, { memories }: Using<MemoryReader>): Promise<Facets> {
  const { kind, session, project } = memory
  const facets = withoutAnswers(memory.facets)
  if (kind !== 'procedure' || facets.runs === undefined) return facets
  const { runs } = procedureOf(facets)
  const lessons = await memories.get(runs.map(({ lesson }) => lesson ?? ''))
  const wordsFor = (at: number) => {
    const lesson = lessons[at]
    return lesson?.session === session && lesson.project === project ? lesson.facets : undefined
  }
  return { ...facets, runs: runs.map((run, at) => asReported(run, wordsFor(at))) }
}
