import { type Failure, partsOfFailure } from '../../memory/hooks/failure-parts.js'
import { formatMemories, type InjectionKind, type MemoryExcerpt } from '../../memory/hooks/format-memories.js'
import { mostUseful } from '../../memory/hooks/most-useful.js'
import { partsOf } from '../../memory/hooks/prompt-parts.js'
import type { StoredMemory } from '../../memory/memory.js'
import { isAllowed, mayInject } from '../../memory/trust/may-inject.js'
import { withoutColours } from '../../terminal-colours.js'
import { findRelevant, toExcerpt } from './find-relevant.js'
import type { HookContext, HookScope } from './hook-context.js'

/** A hook's request; `except` are memories that this session has already been given. */
export type HookEvent = {
  readonly scope: HookScope
  readonly except: readonly string[]
  /** The agent's program that asks, as far as it is known. */
  readonly client?: string | null
} & (
  | { readonly hook: 'start' }
  | { readonly hook: 'prompt'; readonly prompt: string }
  | { readonly hook: 'failure'; readonly failure: Failure }
)

/** The text to add to the conversation, and the memories it is made from. */
export interface Injection {
  readonly text: string
  readonly ids: readonly string[]
  readonly tokens: number
}

/** How many of the newest memories a session's start chooses from. */
const maxWeighed = 150
const maxPages = 5
const maxLessons = 2

/** Undefined when no memory is relevant, which is the usual case. */
export async function composeContext(event: HookEvent, context: HookContext): Promise<Injection | undefined> {
  const at = context.clock.now()
  const injection = formatMemories(event.hook satisfies InjectionKind, await find(event, context), at, event.client)
  // ACT2: memories for a prompt or a failure count as used; those at a session's start do not.
  if (injection !== undefined && event.hook !== 'start') {
    const uses = injection.ids.map((id) => ({ id, at, grade: 'good' as const }))
    context.noteUses?.(uses, [])
  }
  return injection
}

function find(event: HookEvent, context: HookContext): Promise<readonly MemoryExcerpt[]> {
  const { scope, except } = event
  if (event.hook === 'start') return findUseful(scope, except, context)
  if (event.hook === 'prompt') return findRelevant(partsOf(event.prompt), scope, { except }, context)
  return findLessons(event.failure, scope, except, context)
}

async function findUseful(scope: HookScope, except: readonly string[], { memories, clock }: HookContext) {
  const session = scope.session === undefined ? {} : { session: scope.session }
  const { allows = [] } = scope
  /** Further pages only where memories from elsewhere fill the first. */
  async function newest(ofProject: string | null): Promise<readonly StoredMemory[]> {
    const allowed: StoredMemory[] = []
    for (let offset = 0; offset < maxPages * maxWeighed; offset += maxWeighed) {
      const page = await memories.query({ ...session, ofProject }, { offset, limit: maxWeighed }, except)
      allowed.push(...page.memories.filter((memory) => isAllowed(memory, allows)))
      if (allowed.length >= maxWeighed / 2 || page.total <= offset + maxWeighed) break
    }
    return allowed
  }
  const [own, general] = await Promise.all([newest(scope.project), scope.project === null ? [] : newest(null)])
  return mostUseful(own, general, clock.now())
    .filter((memory) => mayInject(memory, allows))
    .map((memory) => toExcerpt(memory))
}

/** Lessons if there are any, else other memories of the same failure. */
async function findLessons(failure: Failure, scope: HookScope, except: readonly string[], context: HookContext) {
  const parts = partsOfFailure({ ...failure, error: withoutColours(failure.error) })
  const lessons = await findRelevant(parts, scope, { kinds: ['lesson'], except }, context)
  const found = lessons.length > 0 ? lessons : await findRelevant(parts, scope, { except }, context)
  return found.slice(0, maxLessons)
}
