import { z } from 'zod'
import type { StoredMemory } from '../../memory/memory.js'
import { formatTime } from '../../memory/time.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { secretsIn } from '../audit/secrets-in.js'
import { survey } from '../audit/survey.js'
import { excerptOf } from '../erasure/excerpt.js'
import { assertMayAskAbout } from '../machinery/authorise.js'
import { type Caller, isVisible, scopeOf } from '../machinery/caller.js'
import { wholeStoreCost } from '../machinery/cost.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { rounded } from '../machinery/rounded.js'
import { runInSlices } from '../machinery/run-in-slices.js'

/** As many as one call of `forget` takes. */
const maxIds = 1_000

/** The call that would fix it; the caller adds the `text` of a correction. */
const advice = z.object({
  operation: z.enum(['forget', 'correct']),
  input: z.object({ ids: z.array(z.string()).optional(), id: z.string().optional() }),
})
type Advice = z.output<typeof advice>

const shown = {
  id: z.string(),
  kind: fields.kind,
  /** Empty if it would show a secret. */
  excerpt: z.string(),
  timestamp: fields.timestamp,
  project: z.string().nullable(),
}

const listOf = <Shape extends z.ZodRawShape>(more: Shape) =>
  z.object({
    count: z.int(),
    examples: z.array(z.object({ ...shown, ...more, advice: z.array(advice) })),
  })

export const auditMemory = defineOperation({
  name: 'audit_memory',
  summary: 'Find memories to clean up: duplicates, never used, flagged secrets, references to missing files.',
  guidance: 'Changes nothing. Show the user what it found before following its `advice`.',
  door: 'memory',
  effect: 'read',
  cost: wholeStoreCost,
  input: z.object({
    session_filter: fields.sessionFilter,
    older_than_days: fields
      .withDefault(z.int().min(0).max(36_500), 90)
      .describe('Never used means unused for so many days.'),
    key: fields.keyId.nullish().describe('Only list what this key wrote, by its id.'),
    limit: fields.limit(5).describe('Examples of each (at most 100).'),
  }),
  output: z.object({
    looked_at: z.int(),
    older_than_days: z.int(),
    duplicates: listOf({ same_ids: z.array(z.string()) }),
    near_duplicates: listOf({ other: z.object(shown), similarity: fields.unit }),
    never_used: listOf({}),
    secrets: listOf({ secrets: z.array(z.string()) }),
    stale_references: listOf({ stale_ref: z.array(z.string()) }),
    /** With `key`: what it wrote; `is_author` is false where it only changed the memory of another. */
    written: listOf({ is_author: z.boolean() }).optional(),
    interrupted: z.literal(true).optional(),
  }),
  commandLine: { command: 'audit', examples: ['', '--older-than-days 30 --limit 20', '--key 0123456789ab'] },
  async run(
    { session_filter, older_than_days, key, limit },
    context: Using<MemoryReader, 'access' | 'repository' | 'clock' | 'signal' | 'onProgress' | 'embedder'>,
    caller,
  ) {
    if (key != null) return listWritten(key, { older_than_days, limit, session_filter }, context, caller)
    const repository = context.repository?.project === caller.project ? context.repository : undefined
    const asked = { scope: scopeOf(caller, session_filter), unusedDays: older_than_days, repository }
    const found = await survey(asked, context)
    const first = <Each>(all: Iterable<Each>): Each[] => [...all].slice(0, limit)
    const duplicates = first(found.duplicates)
    const near = first(found.nearDuplicates)
    const [neverUsed, secrets, stale] = [first(found.neverUsed), first(found.secrets), first(found.stale)]
    const about = await describe(
      [
        ...duplicates.map(({ oldest }) => oldest),
        ...near.flatMap(({ older, newer }) => [older, newer]),
        ...neverUsed,
        ...secrets.map(([id]) => id),
        ...stale.map(([id]) => id),
      ],
      // Not scanned again: what was found until the caller gave up is still answered.
      ({ id }) => found.secrets.get(id) ?? [],
      context,
    )
    return {
      looked_at: found.lookedAt,
      older_than_days,
      duplicates: {
        count: found.duplicates.reduce((sum, { others }) => sum + others.length, 0),
        examples: duplicates.flatMap(({ oldest, others }) => {
          const same_ids = others.slice(0, maxIds)
          return about(oldest).map((each) => ({ ...each.shown, same_ids, advice: [forget(same_ids)] }))
        }),
      },
      near_duplicates: {
        count: found.nearDuplicates.length,
        examples: near.flatMap(({ older, newer, cosine }) =>
          about(older).flatMap((each) =>
            about(newer).map((other) => ({
              ...each.shown,
              other: other.shown,
              similarity: rounded(Math.min(1, cosine)),
              advice: [forget([older]), forget([newer])],
            })),
          ),
        ),
      },
      never_used: {
        count: found.neverUsed.length,
        examples: neverUsed.flatMap(about).map(({ shown }) => ({ ...shown, advice: [forget([shown.id])] })),
      },
      secrets: {
        count: found.secrets.size,
        // Not `correct`: it would keep the version that holds the secret.
        examples: secrets
          .flatMap(([id]) => about(id))
          .map(({ shown, secrets }) => ({ ...shown, secrets: [...secrets], advice: [forget([shown.id])] })),
      },
      stale_references: {
        count: found.stale.size,
        examples: stale.flatMap(([id, paths]) =>
          about(id).map(({ shown }) => ({ ...shown, stale_ref: [...paths], advice: [correct(id), forget([id])] })),
        ),
      },
      ...(found.isInterrupted ? { interrupted: true as const } : {}),
    }
  },
})

const none = { count: 0, examples: [] }

/** What a key wrote, newest last, and nothing else. */
async function listWritten(
  key: string,
  {
    older_than_days,
    limit,
    session_filter,
  }: { older_than_days: number; limit: number; session_filter?: string | null | undefined },
  context: Using<MemoryReader, 'access' | 'signal'>,
  caller: Caller,
) {
  assertMayAskAbout(key, context.access)
  const all = await context.memories.writtenBy(key)
  const visible = (await context.memories.get(all.map(({ id }) => id))).flatMap((memory) =>
    memory !== undefined && isVisible(memory, caller, session_filter) ? [memory] : [],
  )
  const authors = new Set(all.filter(({ isAuthor }) => isAuthor).map(({ id }) => id))
  const listed = visible.slice(0, limit).map(({ id }) => id)
  const scan = (memory: StoredMemory) => runInSlices(secretsIn(memory), context)
  const examples = listed.flatMap(await describe(listed, scan, context)).map(({ shown }) => {
    const is_author = authors.has(shown.id)
    return { ...shown, is_author, advice: is_author ? [forget([shown.id])] : [correct(shown.id)] }
  })
  return {
    looked_at: visible.length,
    older_than_days,
    duplicates: none,
    near_duplicates: none,
    never_used: none,
    secrets: none,
    stale_references: none,
    written: { count: visible.length, examples },
  }
}

const forget = (ids: readonly string[]): Advice => ({ operation: 'forget', input: { ids: [...ids] } })
const correct = (id: string): Advice => ({ operation: 'correct', input: { id } })

interface Described {
  readonly shown: z.output<z.ZodObject<typeof shown>>
  readonly secrets: readonly string[]
}

/** What is shown of each memory; nothing of one that was erased meanwhile. */
async function describe(
  ids: readonly string[],
  findSecrets: (memory: StoredMemory) => readonly string[] | Promise<readonly string[]>,
  { memories }: Using<MemoryReader>,
) {
  const known = new Map<string, Described>()
  for (const memory of await memories.get(ids)) {
    if (memory !== undefined) known.set(memory.id, describeOne(memory, await findSecrets(memory)))
  }
  return (id: string) => [known.get(id)].filter((each) => each !== undefined)
}

function describeOne(memory: StoredMemory, secrets: readonly string[]): Described {
  const { id, kind, text, happenedAt, project } = memory
  const excerpt = secrets.length === 0 ? excerptOf(text) : ''
  return { shown: { id, kind, excerpt, timestamp: formatTime(happenedAt), project }, secrets }
}
