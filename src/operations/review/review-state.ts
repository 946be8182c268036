import { z } from 'zod'
import type { Json } from '../../memory/memory.js'
import { reviewTopics } from '../../memory/review/question.js'
import type { Scope } from '../../ports/store/filter.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { Batch } from '../../ports/store/write.js'
import { digestOf } from '../import-export/derived-id.js'

const question = z.object({ topic: z.enum(reviewTopics), about: z.string(), other: z.string().nullable() })

/** Questions that were found and not settled, and the change of the log that was looked at last. */
const list = z.object({ seq: z.int(), open: z.array(question) })

/** What was found in one scope. Pairs and quotes have a list of their own, so that missing answers do not crowd them out. */
const scopeState = z.object({ revision: z.int(), findings: list, answers: list })
export type ScopeState = z.output<typeof scopeState>

/** An item with a caller: its name is known to that caller alone. */
const given = z.object({ question, scope: z.string(), until: z.int() })

/** Of the whole store, so that an item is with one caller even if their scopes overlap. */
const givenState = z.object({
  revision: z.int(),
  items: z.record(z.string(), given),
  /** Batches that can be undone, oldest first. */
  batches: z.array(z.string()),
})
export type GivenState = z.output<typeof givenState>

const edgeKey = z.object({ source: z.string(), target: z.string(), type: z.string(), validFrom: z.int() })

/** What a batch did, by ids alone. */
const batchRecord = z.object({
  scope: z.string(),
  versions: z.array(
    z.object({
      id: z.string(),
      version: z.int(),
      dropsAnswers: z.literal(true).optional(),
      saidAs: z.enum(['plan', 'question', 'denial', 'hearsay']).nullable().optional(),
    }),
  ),
  opened: z.array(edgeKey),
  closed: z.array(edgeKey),
  questions: z.array(question),
})
export type BatchRecord = z.output<typeof batchRecord>

const givenName = 'review'
const recordName = (batch: string): string => `review batch ${batch}`
/** The store drops it with the last memory of the session or project. */
const scopeName = ({ session, project }: Scope): string =>
  `review ${JSON.stringify([session ?? null, project ?? null])}`

/** For records of the whole store, which must not hold the name of a session. */
export const digestOfScope = (scope: Scope): string => digestOf(scopeName(scope))

export interface ReviewState {
  readonly scope: ScopeState
  readonly given: GivenState
}

export async function readState(scope: Scope, memories: MemoryReader): Promise<ReviewState> {
  const name = scopeName(scope)
  const stored = await memories.checkpoints([name, givenName])
  return {
    scope: scopeState.safeParse(stored[name]).data ?? {
      revision: 0,
      findings: { seq: 0, open: [] },
      answers: { seq: 0, open: [] },
    },
    given: givenState.safeParse(stored[givenName]).data ?? { revision: 0, items: {}, batches: [] },
  }
}

export async function readRecord(batch: string, memories: MemoryReader): Promise<BatchRecord | undefined> {
  const name = recordName(batch)
  return batchRecord.safeParse((await memories.checkpoints([name]))[name]).data
}

/** More would be kept for nobody; the oldest can no longer be undone. */
const maxBatches = 100

interface StateChange {
  readonly before: ReviewState
  readonly after: ReviewState
  readonly record?: { readonly batch: string; readonly value: BatchRecord | null }
}

/** The part of a batch that moves the state on; refused as a conflict when another caller was faster. */
export function toCheckpoints(
  scope: Scope,
  { before, after, record }: StateChange,
): Required<Pick<Batch, 'checkpoints' | 'expectCheckpoints'>> {
  const name = scopeName(scope)
  const kept = record === undefined ? after.given.batches : withBatch(after.given.batches, record)
  const dropped = after.given.batches.filter((batch) => !kept.includes(batch))
  return {
    expectCheckpoints: {
      [name]: before.scope.revision === 0 ? null : before.scope.revision,
      [givenName]: before.given.revision === 0 ? null : before.given.revision,
    },
    checkpoints: {
      [name]: toJson({ ...after.scope, revision: before.scope.revision + 1 }),
      [givenName]: toJson({ ...after.given, revision: before.given.revision + 1, batches: kept }),
      ...Object.fromEntries(dropped.map((batch) => [recordName(batch), null])),
      ...(record === undefined
        ? {}
        : { [recordName(record.batch)]: record.value === null ? null : toJson(record.value) }),
    },
  }
}

function withBatch(batches: readonly string[], { batch, value }: NonNullable<StateChange['record']>): string[] {
  const others = batches.filter((each) => each !== batch)
  return value === null ? others : [...others, batch].slice(-maxBatches)
}

/** Plain values of the schemas above; `undefined` becomes absent. */
const toJson = (value: ScopeState | GivenState | BatchRecord): Json => JSON.parse(JSON.stringify(value)) as Json
