import { z } from 'zod'
import { facetsOfText } from '../../memory/facets-of-text.js'
import { formatTime } from '../../memory/time.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemorySearch } from '../../ports/store/search.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { writeScope } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Composing, Recalling, Using } from '../machinery/operation-context.js'
import { judgementFields } from '../recall/recall-memories.js'
import { replacementFields } from '../writing/may-replace.js'
import { toStoredLines } from '../writing/stored-lines.js'
import { writeAndCompare } from '../writing/write-memory.js'

export const remember = defineOperation({
  name: 'remember',
  summary: 'Store one self-contained fact, preference, decision or lesson, word for word.',
  guidance:
    'Give `answers`: two short questions it answers, in words the user may use later. If the reply names a memory that is untrue now, make the call it gives.',
  door: 'front',
  effect: 'write',
  input: z.object({
    text: fields.text(100_000).describe('What to remember.'),
    answers: fields.answers,
    kind: fields
      .withDefault(fields.kind, 'episode')
      .describe('Seldom needed. note; lesson; entity: a named thing; procedure: how to.'),
    tags: fields.withDefault(fields.tags, []).describe('Labels to filter by.'),
    timestamp: fields.time.nullish().describe('When it happened (ISO 8601), if not now.'),
    importance: fields.withDefault(fields.unit, 0.5).describe('0 to 1; important memories fade more slowly.'),
    replaces: fields.replaces(),
  }),
  output: z.object({
    id: z.string(),
    ...replacementFields,
    said_as: judgementFields.said_as,
    kind: fields.kind,
    timestamp: fields.timestamp,
    session_id: z.string(),
    project: z.string().nullable(),
    importance: fields.unit,
    tags: z.array(z.string()),
  }),
  commandLine: {
    positional: ['text'],
    examples: [
      '"The staging database moved to port 5433" --tags infra,staging',
      '"We deploy on Tuesdays" --answers "When do we ship?" --answers "Release day?"',
      '"Anna prefers tabs" --kind note',
    ],
  },
  toText: toStoredLines,
  async run(
    input,
    context: Using<MemoryWriter & MemoryGraph & MemoryReader & MemorySearch, Composing | Recalling | 'clock' | 'log'>,
    caller,
  ) {
    const { memory, saidAs, found } = await writeAndCompare(
      {
        ...writeScope(caller),
        kind: input.kind,
        text: input.text,
        facets: facetsOfText(input.kind, input.text),
        tags: input.tags,
        importance: input.importance,
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
      ...(saidAs === null ? {} : { said_as: saidAs }),
      kind: memory.kind,
      timestamp: formatTime(memory.happenedAt),
      session_id: memory.session,
      project: memory.project,
      importance: memory.importance,
      tags: [...memory.tags],
    }
  },
})
