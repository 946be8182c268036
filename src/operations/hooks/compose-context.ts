import { describeReceipt } from '../../memory/hooks/describe-receipt.js'
import { type Failure, partsOfFailure } from '../../memory/hooks/failure-parts.js'
import {
  formatMemories,
  type InjectionKind,
  type MemoryExcerpt,
  maxInjectionTokens,
  maxStartTokens,
} from '../../memory/hooks/format-memories.js'
import { partsOf } from '../../memory/hooks/prompt-parts.js'
import { type AgentSession, isLeftBy } from '../../memory/hooks/session/own-memory.js'
import { withoutColours } from '../../terminal-colours.js'
import { findRelevant } from './find-relevant.js'
import { findStanding } from './find-standing.js'
import type { HookContext, HookScope } from './hook-context.js'

/** A hook's request; `except` are memories that this session has already been given. */
export type HookEvent = {
  readonly scope: HookScope
  readonly except: readonly string[]
  /** The agent's program that asks, as far as it is known. */
  readonly client?: string | null
} & (
  | {
      readonly hook: 'start'
      /** The session, if it goes on: what it left itself is not told. */
      readonly session?: AgentSession
      readonly kept?: readonly KeptSession[]
      /** Lines that the agent reads anyway, such as those of its CLAUDE.md. */
      readonly known?: readonly string[]
      readonly maxTokens?: number
    }
  | { readonly hook: 'prompt'; readonly prompt: string }
  | { readonly hook: 'failure'; readonly failure: Failure }
)

/** What was kept of an earlier session, which the person has not been shown. */
interface KeptSession {
  readonly id: string
  /** How many memories hooks told in it. */
  readonly told: number
}

/** The text to add to the conversation, and the memories it is made from. */
export interface Injection {
  /** Empty if there is only something for the person. */
  readonly text: string
  readonly ids: readonly string[]
  readonly tokens: number
  /** For the person, not for the model: what was kept of the sessions that the event names. */
  readonly receipt?: string
}

const maxLessons = 2

/** Undefined when no memory is relevant, which is the usual case. */
export async function composeContext(event: HookEvent, context: HookContext): Promise<Injection | undefined> {
  const at = context.clock.now()
  const maxTokens = event.hook === 'start' ? (event.maxTokens ?? maxStartTokens) : maxInjectionTokens
  const kind: InjectionKind = event.hook
  const injection = formatMemories(kind, await find(event, context), at, { client: event.client, maxTokens })
  // ACT2: memories for a prompt or a failure count as used; those at a session's start do not.
  if (injection !== undefined && event.hook !== 'start') {
    const uses = injection.ids.map((id) => ({ id, at, grade: 'good' as const }))
    context.noteUses?.(uses, [])
  }
  const receipt = event.hook === 'start' ? await describeKept(event.kept ?? [], event.session, context) : undefined
  if (receipt === undefined) return injection
  return { text: '', ids: [], tokens: 0, ...injection, receipt }
}

/** A line for each; what was erased meanwhile is not mentioned. */
async function describeKept(
  kept: readonly KeptSession[],
  session: AgentSession | undefined,
  { memories }: HookContext,
): Promise<string | undefined> {
  const stored = kept.length === 0 ? [] : await memories.get(kept.map(({ id }) => id))
  const lines = stored.flatMap((memory, place) =>
    memory === undefined || (session !== undefined && isLeftBy(session, memory))
      ? []
      : [describeReceipt(memory.text, memory.id, kept[place].told)],
  )
  return lines.length === 0 ? undefined : lines.join('\n')
}

function find(event: HookEvent, context: HookContext): Promise<readonly MemoryExcerpt[]> {
  const { scope, except } = event
  if (event.hook === 'start')
    return findStanding(scope, { except, known: event.known ?? [], session: event.session }, context)
  if (event.hook === 'prompt') return findRelevant(partsOf(event.prompt), scope, { except }, context)
  return findLessons(event.failure, scope, except, context)
}

/** Lessons if there are any, else other memories of the same failure. */
async function findLessons(failure: Failure, scope: HookScope, except: readonly string[], context: HookContext) {
  const parts = partsOfFailure({ ...failure, error: withoutColours(failure.error) })
  const lessons = await findRelevant(parts, scope, { kinds: ['lesson'], except }, context)
  const found = lessons.length > 0 ? lessons : await findRelevant(parts, scope, { except }, context)
  return found.slice(0, maxLessons)
}
