import { z } from 'zod'
import { entityTypes } from '../../memory/memory.js'
import { toValidationError } from '../validation-error.js'

const keys = z.array(z.string())

/** A memory of another program. Readers of ours bring no other; whoever calls from JavaScript may bring anything. */
const found = z.looseObject({
  source: z.string(),
  file: z.string(),
  project: z.string().nullish(),
  record: z.looseObject({
    line: z.number(),
    key: keys,
    kind: z.enum(['episode', 'note', 'entity']),
    text: z.string(),
    happenedAt: z.string().nullable(),
    scene: z.string().optional(),
    context: z.record(z.string(), z.json()).optional(),
    tags: z.array(z.string()).optional(),
    entity: z.looseObject({ name: z.string(), entityType: z.enum(entityTypes) }).optional(),
    links: z.array(z.looseObject({ type: z.string(), key: keys })).optional(),
  }),
})

/** Why it is none; undefined when it is one. */
export function problemInRecord(given: unknown): string | undefined {
  try {
    const parsed = found.safeParse(given, { reportInput: true })
    return parsed.success ? undefined : toValidationError(parsed.error).message
  } catch {
    // A getter that throws, or a value that holds itself.
    return 'record cannot be read'
  }
}
