import { z } from 'zod'
import { answersOf } from '../../memory/answers.js'
import type { Kind, Memory, StoredMemory } from '../../memory/memory.js'
import { redactSecrets } from '../../memory/secrets/redact-secrets.js'
import { defaultSessionId } from '../../memory/session-id.js'
import { formatTime } from '../../memory/time.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemorySearch } from '../../ports/store/search.js'
import { excerptOf } from '../erasure/excerpt.js'
import { type Caller, isVisible, scopeOf } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import type { Recalling, Using } from '../machinery/operation-context.js'
import { analyseQuestion } from '../recall/find-memories.js'

/** A longer text is on several subjects, and is compared by its beginning. */
const maxCharacters = 2_000
const maxExcerpt = 160
/** What a new memory makes untrue is much like it: few are so near, and their neighbours do not count. */
const comparisonBreadth = { perRetriever: 50, newest: 0, exhaustiveUpTo: 100 }
/** What happened once makes no lesson and no skill untrue. */
const replaceableByEpisode: readonly Kind[] = ['episode', 'entity', 'note']

/** OPS6: what the stored memory replaced, what it may make untrue, and the call that settles it. */
export const replacementFields = {
  replaced: z.array(z.string()).optional(),
  may_replace: z.array(z.object({ id: z.string(), excerpt: z.string(), timestamp: fields.timestamp })).optional(),
  next: z
    .object({
      tool: z.literal('correct'),
      arguments: z.object({ id: z.string(), replaced_by: z.string(), session_id: z.string().optional() }),
    })
    .optional(),
}

type ReplacementFields = {
  -readonly [Key in keyof typeof replacementFields]?: z.output<(typeof replacementFields)[Key]>
}

/** Runs beside the write, which it does not need: the stored memory itself is left out. Nothing is replaced unasked. */
export async function findMayReplace(
  memory: Memory,
  context: Using<MemorySearch & MemoryReader, Recalling | 'findSecrets'>,
  caller: Caller,
): Promise<ReplacementFields> {
  const earlier = await findReplaceable(memory, context, caller)
  const [likeliest] = earlier
  if (likeliest === undefined) return {}
  const elsewhere = isVisible(likeliest, caller) ? {} : { session_id: defaultSessionId }
  return {
    may_replace: earlier.map(({ id, text, happenedAt }) => ({
      id,
      // Nobody asked for its text, so that secrets in it are not repeated.
      excerpt: excerptOf(redactSecrets(text, '', context.findSecrets).text, maxExcerpt),
      timestamp: formatTime(happenedAt),
    })),
    next: { tool: 'correct', arguments: { id: likeliest.id, replaced_by: memory.id, ...elsewhere } },
  }
}

/** The earlier, current memories that this one may make untrue, the likeliest first. */
export async function findReplaceable(
  memory: Memory,
  context: Using<MemorySearch & MemoryReader, Recalling>,
  caller: Caller,
): Promise<StoredMemory[]> {
  const answers = answersOf(memory.facets).map(({ question }) => question)
  const asked = {
    query: memory.text.slice(0, maxCharacters),
    also: answers,
    now: memory.recordedAt,
    isText: true,
  }
  const { wordings, vectors } = await analyseQuestion(asked, context)
  const [{ terms, aim }] = wordings
  if (aim.isQuestion && answers.length === 0) return []
  const replaced = await context.memories.replaced({
    // A fact changes in another session than it was told in, so that all that this person may see are compared.
    filter: {
      ...scopeOf(caller.maySeeAllSessions ? { ...caller, session: defaultSessionId } : caller),
      ...(memory.kind === 'episode' ? { kinds: replaceableByEpisode } : {}),
    },
    terms,
    vectors,
    by: { id: memory.id, happenedAt: memory.happenedAt, wordings },
    ...comparisonBreadth,
  })
  if (replaced.length === 0) return []
  const stored = await context.memories.get(replaced.map(({ id }) => id))
  return stored.filter((each) => each !== undefined).filter(({ text }) => text !== memory.text)
}
