import { z } from 'zod'
import { invalid } from '../../errors.js'
import { candidateIds, idPrefixes, parseId } from '../../memory/ids.js'
import { memoryTypes } from '../../memory/import-export/memory-type.js'
import { kinds as allKinds, domains, entityTypes, type Kind, outcomes } from '../../memory/memory.js'
import { doors } from '../../memory/origin.js'
import { sessionIdPattern } from '../../memory/session-id.js'
import { parseTime } from '../../memory/time.js'
import { jsonObject } from './json-object.js'
import { preciseShape } from './precise-shape.js'
import { listOfSentences } from './sentence-list.js'
import { withoutProblem } from './without-problem.js'

/** COM4: not blank, no NUL, well-formed, at most so many characters; stored unchanged. */
export const text = (maxCharacters: number) =>
  z
    .string()
    .check(withoutProblem((value) => problemInText(value, maxCharacters)))
    .register(preciseShape, { minLength: 1, maxLength: maxCharacters, pattern: '\\S' })

export function problemInText(value: string, maxCharacters: number): string | undefined {
  if (value.trim() === '') return 'must not be blank'
  if (value.includes('\0')) return 'must not contain a NUL character'
  if (!value.isWellFormed()) return 'must be well-formed Unicode: it contains half of a surrogate pair'
  // The number of UTF-16 units is an upper bound: characters are counted only above the limit.
  if (value.length > maxCharacters && countCharacters(value) > maxCharacters)
    return `must have at most ${maxCharacters} characters`
  return undefined
}

function countCharacters(value: string): number {
  let count = 0
  for (const _ of value) count++
  return count
}

export const timeProblem = 'must be an ISO 8601 time such as 2026-03-01T09:30:00Z'

/** COM7. */
export const time = z
  .string()
  .register(preciseShape, { pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T|$)' })
  .transform((value, check) => {
    const moment = parseTime(value)
    if (moment !== undefined) return moment
    check.addIssue({ code: 'custom', message: timeProblem })
    return z.NEVER
  })

/** Missing and null both mean the default, since clients differ; surfaces read it from the metadata `fallback`. */
export const withDefault = <Schema extends z.ZodType<unknown, unknown>>(
  schema: Schema,
  fallback: z.output<Schema>,
): z.ZodPipe<
  z.ZodOptional<z.ZodNullable<Schema>>,
  z.ZodTransform<z.output<Schema>, z.output<Schema> | null | undefined>
> =>
  schema
    .nullish()
    .transform((value) => value ?? fallback)
    .meta({ fallback })

export const unit = z.number().min(0).max(1)
export const entityType = z.enum(entityTypes)
export const outcome = z.enum(outcomes)
export const kind = z.enum(allKinds)
export const domain = z.enum(domains)
export const kinds = z.array(kind).min(1)
export const maxTagLength = 200
export const maxTags = 100
export const tags = z.array(text(maxTagLength)).max(maxTags)
export const keywords = z.array(text(200)).max(50)
export const memoryType = z.enum(memoryTypes)

/** COM5: values above 100 are capped, not refused. */
export const limit = (fallback: number) =>
  withDefault(
    z
      .int()
      .min(1)
      .transform((wanted) => Math.min(wanted, 100)),
    fallback,
  ).describe('How many, at most 100.')
export const offset = withDefault(z.int().min(0), 0).describe('Results to skip.')

export const session = z.string().regex(sessionIdPattern, 'must be 1 to 128 letters, digits, "_" or "-"')

export const sessionFilter = session.nullish().describe('Only this session.')
export const query = text(10_000).describe('What to look for, in plain words.')

/** REC24. */
export const also = listOfSentences(z.array(text(2_000)).max(5).nullish().describe('Two or three other wordings.'))

/** OPS6. */
export const replaces = () =>
  z.array(anyId).max(20).nullish().describe('Ids of recalled memories that this makes untrue.')

/** REC25. */
export const answers = listOfSentences(
  z.array(text(500)).max(3).nullish().describe('Two short questions that it answers.'),
)

export const timeRange = {
  time_start: time.nullish().describe('Only from this ISO time on.'),
  time_end: time.nullish().describe('Only up to this ISO time.'),
}

/** The time range as a filter, both ends inclusive. */
export function toTimeFilter({ time_start, time_end }: { time_start?: number | null; time_end?: number | null }) {
  if (time_start != null && time_end != null && time_start > time_end) {
    throw invalid('time_start', 'time_start must not be after time_end')
  }
  return {
    ...(time_start == null ? {} : { happenedFrom: time_start }),
    ...(time_end == null ? {} : { happenedTo: time_end }),
  }
}

const idPattern = (of: readonly Kind[]): string =>
  `^(?:${of.map((each) => idPrefixes[each]).join('|')})?[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$|^[A-Za-z0-9_-]{22}$`

/** COM1: an id with or without its prefix. */
const idOf = (kind: Kind, article: string) =>
  z
    .string()
    .register(preciseShape, { pattern: idPattern([kind]) })
    .transform((value, check) => {
      const id = parseId(value, kind)
      if (id !== undefined) return id
      const example = `${idPrefixes[kind]}0190a5d0-7c1e-7f3a-9b60-3f1c2d4e5f60`
      check.addIssue({ code: 'custom', message: `must be ${article} ${kind} id such as ${example}` })
      return z.NEVER
    })
export const episodeId = idOf('episode', 'an')
export const entityId = idOf('entity', 'an')
export const procedureId = idOf('procedure', 'a')

/** All ids that a bare UUID may mean. */
export const anyId = z
  .string()
  .register(preciseShape, { pattern: idPattern(allKinds) })
  .transform((value, check) => {
    const ids = candidateIds(value)
    if (ids.length > 0) return ids
    check.addIssue({ code: 'custom', message: 'must be a memory id such as ep-0190a5d0-7c1e-7f3a-9b60-3f1c2d4e5f60' })
    return z.NEVER
  })

/** An id of the workflow door, exactly as issued. */
export const workflowId = z.uuid('must be a UUID')

/** COM6. */
export const context = jsonObject(64 * 1024)

export const explain = withDefault(z.boolean(), false).describe('Explain each score.')
export const minRelevance = withDefault(unit, 0).describe('Leave out results below this relevance.')

/** COM14. */
export const maxTokens = withDefault(z.int().min(200).max(1_000_000), 20_000).describe(
  'Budget of the answer; long texts are cut.',
)

export const scopeFields = {
  session_id: session.nullish().describe('Session to act in.'),
  project: text(300).nullish().describe('Project; "*" reads all.'),
}

/** Backup files that held erased memories; `kept` ones may hold them still. */
export const treatedBackups = z.array(
  z.object({ path: z.string(), action: z.enum(['rewritten', 'deleted', 'missing', 'kept']) }),
)

/** A time in an answer. */
export const timestamp = z.string().register(preciseShape, { format: 'date-time' })

/** The id of a key, as `ww key list` shows it. */
export const keyId = z
  .string()
  .regex(/^[0-9a-f]{12}$/, 'must be the id of a key: 12 characters, as `ww key list` shows')

/** Who wrote a version: the door that it came through, what the client calls itself, the id of the key. */
export const origin = z.object({ door: z.enum(doors), client: z.string().nullable(), key: z.string().nullable() })
