import { z } from 'zod'
import { initialStrength, retrievability } from '../../memory/activation/forgetting.js'
import { formatTime } from '../../memory/time.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemorySearch } from '../../ports/store/search.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { writeScope } from '../machinery/caller.js'
import {
  answers,
  context as contextField,
  outcome,
  replaces,
  tags,
  text,
  time,
  timestamp,
  unit,
  withDefault,
} from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Composing, Recalling, Using } from '../machinery/operation-context.js'
import { replacementFields } from '../writing/may-replace.js'
import { writeAndCompare } from '../writing/write-memory.js'

export const createEpisode = defineOperation({
  name: 'create_episode',
  summary: 'Store an autobiographical event: what happened, where, and how it went.',
  guidance: 'Use after something worth remembering: a fix, a failure, a decision, what the user said they want.',
  door: 'memory',
  effect: 'write',
  input: z.object({
    content: text(100_000).describe('What happened, in full; kept word for word.'),
    context: contextField.nullish().describe('Where: project, file, tool, cwd, speaker …; every key is kept.'),
    outcome: withDefault(outcome, 'neutral').describe('How it went.'),
    valence: withDefault(unit, 0.5).describe('Importance; important events fade more slowly.'),
    timestamp: time.nullish().describe('When it happened (ISO 8601), if not now.'),
    tags: withDefault(tags, []).describe('Labels to filter by.'),
    answers,
    replaces: replaces(),
  }),
  output: z.object({
    id: z.string(),
    ...replacementFields,
    content: z.string(),
    timestamp,
    session_id: z.string(),
    project: z.string().nullable(),
    outcome,
    valence: unit,
    retrievability: unit,
  }),
  commandLine: {
    positional: ['content'],
    examples: ['"Deployed 2.1 to staging" --outcome success --valence 0.8'],
  },
  async run(
    input,
    context: Using<MemoryWriter & MemoryGraph & MemoryReader & MemorySearch, Composing | Recalling | 'clock' | 'log'>,
    caller,
  ) {
    const { memory, found } = await writeAndCompare(
      {
        ...writeScope(caller),
        kind: 'episode',
        text: input.content,
        facets: { outcome: input.outcome, ...(input.context == null ? {} : { context: input.context }) },
        tags: input.tags,
        importance: input.valence,
        happenedAt: input.timestamp ?? null,
        answers: input.answers,
      },
      input.replaces,
      context,
      caller,
    )
    return {
      id: memory.id,
      ...found,
      content: memory.text,
      timestamp: formatTime(memory.happenedAt),
      session_id: memory.session,
      project: memory.project,
      outcome: input.outcome,
      valence: memory.importance,
      retrievability: retrievability(initialStrength(memory.importance, memory.recordedAt), memory.recordedAt),
    }
  },
})
