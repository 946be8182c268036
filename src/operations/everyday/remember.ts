import { z } from 'zod'
import { facetsOfText } from '../../memory/facets-of-text.js'
import { formatTime } from '../../memory/time.js'
import { writeScope } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import { write } from '../writing/write-memory.js'

export const remember = defineOperation({
  name: 'remember',
  summary: 'Remember a text, word for word.',
  guidance:
    'Use when the user states a fact, preference or decision, or after something worth recalling. One memory per call; write it so that it makes sense alone.',
  door: 'front',
  effect: 'write',
  input: z.object({
    text: fields.text(100_000).describe('What to remember.'),
    kind: fields
      .withDefault(fields.kind, 'episode')
      .describe('episode: what happened; note; lesson; entity: a fact; procedure: how to.'),
    tags: fields.withDefault(fields.tags, []).describe('Labels to filter by.'),
    timestamp: fields.time.nullish().describe('When it happened (ISO 8601), if not now.'),
    importance: fields.withDefault(fields.unit, 0.5).describe('0 to 1; important memories fade more slowly.'),
  }),
  output: z.object({
    id: z.string(),
    kind: fields.kind,
    timestamp: fields.timestamp,
    session_id: z.string(),
    project: z.string().nullable(),
    importance: fields.unit,
    tags: z.array(z.string()),
  }),
  commandLine: {
    positional: ['text'],
    examples: ['"The staging database moved to port 5433" --tags infra,staging', '"Anna prefers tabs" --kind note'],
  },
  async run(input, context, caller) {
    const memory = await write(
      {
        ...writeScope(caller),
        kind: input.kind,
        text: input.text,
        facets: facetsOfText(input.kind, input.text),
        tags: input.tags,
        importance: input.importance,
        happenedAt: input.timestamp ?? null,
      },
      context,
    )
    return {
      id: memory.id,
      kind: memory.kind,
      timestamp: formatTime(memory.happenedAt),
      session_id: memory.session,
      project: memory.project,
      importance: memory.importance,
      tags: [...memory.tags],
    }
  },
})
