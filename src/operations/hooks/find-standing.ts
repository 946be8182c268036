import type { MemoryExcerpt } from '../../memory/hooks/format-memories.js'
import { type AgentSession, isLeftBy } from '../../memory/hooks/session/own-memory.js'
import { type Replacement, whatStands } from '../../memory/hooks/what-stands.js'
import type { StoredMemory } from '../../memory/memory.js'
import { replacedBy, versionOf } from '../../memory/semantic/links.js'
import { isAllowed, mayInject } from '../../memory/trust/may-inject.js'
import { toExcerpt } from './find-relevant.js'
import type { HookContext, HookScope } from './hook-context.js'

/** How many of the newest memories a session's start chooses from. */
const maxWeighed = 150
const maxPages = 5
/** Of how many of the newest it is asked what they replaced. */
const maxChanged = 40

interface StandingOptions {
  readonly except: readonly string[]
  /** Lines that the agent reads anyway. */
  readonly known: readonly string[]
  /** Of a session that goes on: what it left itself is not told. */
  readonly session: AgentSession | undefined
}

/** What stands when a session begins. */
export async function findStanding(
  scope: HookScope,
  { except, known, session: asking }: StandingOptions,
  context: HookContext,
): Promise<readonly MemoryExcerpt[]> {
  const { memories, clock } = context
  const session = scope.session === undefined ? {} : { session: scope.session }
  const { allows = [] } = scope
  /** Further pages only where memories from elsewhere fill the first. */
  async function newest(ofProject: string | null): Promise<readonly StoredMemory[]> {
    const allowed: StoredMemory[] = []
    for (let offset = 0; offset < maxPages * maxWeighed; offset += maxWeighed) {
      const page = await memories.query({ ...session, ofProject }, { offset, limit: maxWeighed }, except)
      const others = page.memories.filter((memory) => asking === undefined || !isLeftBy(asking, memory))
      allowed.push(...others.filter((memory) => isAllowed(memory, allows) && mayInject(memory, allows)))
      if (allowed.length >= maxWeighed / 2 || page.total <= offset + maxWeighed) break
    }
    return allowed
  }
  const [own, general] = await Promise.all([newest(scope.project), scope.project === null ? [] : newest(null)])
  const replacements = await findReplacements(own, context)
  const standing = whatStands({ own, general, replacements, known, now: clock.now() })
  return standing.map(({ memory, text }) => ({ ...toExcerpt(memory), text }))
}

/** What took the place of another memory: as its next version, or because it was said to. */
async function findReplacements(
  newest: readonly StoredMemory[],
  { memories }: HookContext,
): Promise<readonly Replacement[]> {
  const current = new Map(newest.slice(0, maxChanged).map((memory) => [memory.id, memory]))
  if (current.size === 0) return []
  const edges = await memories.neighbours([...current.keys()], [replacedBy, versionOf], 'ever')
  const pairs = edges.flatMap(({ type, source, target }) => {
    const [now, before] = type === replacedBy ? [target, source] : [source, target]
    const memory = current.get(now)
    return memory === undefined ? [] : [{ memory, before }]
  })
  const replaced = await memories.get(pairs.map(({ before }) => before))
  return pairs.flatMap(({ memory }, place) => {
    const before = replaced[place]
    return before === undefined ? [] : [{ memory, before }]
  })
}
