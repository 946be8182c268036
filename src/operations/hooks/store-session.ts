import { afterNote } from '../../memory/hooks/session/asked-note.js'
import { isLeftBy, sessionFacet, startFacet } from '../../memory/hooks/session/own-memory.js'
import type { SessionEvent } from '../../memory/hooks/session/session-event.js'
import { summariseSession } from '../../memory/hooks/session/summarise-session.js'
import type { StoredMemory } from '../../memory/memory.js'
import { redactSecrets } from '../../memory/secrets/redact-secrets.js'
import { sessionIdPattern } from '../../memory/session-id.js'
import { reportTrust } from '../../memory/trust/may-inject.js'
import type { MemoryFilter } from '../../ports/store/filter.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { createSecretFinder } from '../machinery/guard-secrets.js'
import type { OperationContext } from '../machinery/operation-context.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { supersede } from '../writing/supersede.js'
import { compose, type Draft } from '../writing/write-memory.js'
import type { HookScope } from './hook-context.js'

export interface EndedSession {
  /** The client's own session id. */
  readonly agentSession: string
  /** The same for all sessions that go on from one another; null where the transcript does not tell. */
  readonly start: string | null
  /** When the agent was asked to note the outcome itself; null if it was not. */
  readonly askedAt: number | null
  /** The agent's program, as far as it is known. */
  readonly client: string | null
  readonly events: readonly SessionEvent[]
  /** Memories that hooks injected into it. */
  readonly injectedIds: readonly string[]
  /** What the project's own files tell every agent. */
  readonly knownTexts: readonly string[]
  readonly isIgnored: (path: string) => boolean
  /** Where the agent worked. */
  readonly folder: string
}

/** What was stored of a session. */
export interface KeptMemory {
  readonly id: string
  /** How many memories hooks told in it, its own aside. */
  readonly told: number
}

/** Stores one episode per session; a longer transcript becomes its next version. Undefined: nothing worth storing. */
export async function storeSession(
  ended: EndedSession,
  { project, session }: HookScope,
  operations: OperationContext,
): Promise<KeptMemory | undefined> {
  const { agentSession, start, askedAt, events, injectedIds, knownTexts, isIgnored, folder } = ended
  const findSecrets = createSecretFinder()
  const context = { ...operations, findSecrets }
  const { memories } = context
  const scope = {
    project,
    session: session ?? (sessionIdPattern.test(agentSession) ? agentSession : context.defaults.session),
  }
  // What it left itself is no news to it, and must not pass for known: the next version would lose it (HOK24).
  const isOwn = (memory: StoredMemory) => isLeftBy({ id: agentSession, start }, memory)
  const told = (await memories.get(injectedIds)).filter((memory) => memory === undefined || !isOwn(memory))
  const own = await findBefore(ended, scope, memories)
  const ours = afterNote(events, askedAt)
  const summary = summariseSession(ours, {
    remembered: [...told.flatMap((memory) => (memory === undefined ? [] : [memory.text])), ...knownTexts],
    own: own === undefined ? [] : [own.text],
    isIgnored,
    folder,
  })
  if (summary === undefined) {
    if (ours.length < events.length) await retryOnConflict(() => withdraw(ended, scope, context))
    return undefined
  }
  const draft: Draft = {
    kind: 'episode',
    text: redactSecrets(summary.text, '', findSecrets).text,
    ...scope,
    facets: { outcome: 'neutral', [sessionFacet]: agentSession, ...(start === null ? {} : { [startFacet]: start }) },
    tags: ['session'],
    importance: 0.5,
    happenedAt: summary.endedAt,
    source: 'hook',
    trust: reportTrust(summary.errors),
  }
  const id = await retryOnConflict(async () => {
    const old = await findBefore(ended, draft, memories)
    if (old !== undefined) return old.text === draft.text ? old.id : (await supersede(old, draft, context)).id
    const now = context.clock.now()
    const added = await compose({ ...draft, uniqueFacet: sessionFacet }, now, context)
    await memories.commit({ at: now, add: [added] })
    return added.memory.id
  })
  return { id, told: told.length }
}

type Scope = Pick<Draft, 'project' | 'session'>

const filterOf = ({ project, session }: Scope): MemoryFilter => ({ ofProject: project, session, kinds: ['episode'] })

/** Ends what was kept at a compaction, of a session whose outcome the agent has noted since. */
async function withdraw(ended: EndedSession, scope: Scope, { memories, clock }: OperationContext): Promise<void> {
  const old = await findOwn(ended, scope, memories)
  const now = clock.now()
  if (old !== undefined)
    await memories.commit({
      at: now,
      change: [{ id: old.id, version: old.version, validTo: Math.max(now, old.validFrom) }],
    })
}

/** What was kept of the session before, or of the one that it goes on from. */
const findBefore = async (ended: EndedSession, scope: Scope, memories: MemoryReader) =>
  (await findOwn(ended, scope, memories)) ?? (await findResumed(ended, scope, memories))

async function findOwn({ agentSession }: EndedSession, scope: Scope, memories: MemoryReader) {
  const [found] = await memories.findByFacet(sessionFacet, [agentSession], filterOf(scope))
  return found === undefined ? undefined : (await memories.get([found.id]))[0]
}

/** The episode of a session that this one goes on from: not of one that went on by itself after they parted. */
async function findResumed({ start, events }: EndedSession, scope: Scope, memories: MemoryReader) {
  if (start === null) return undefined
  // The client's id is its session's too, unless the person chose one.
  const { session: _, ...filter } = filterOf(scope)
  const found = await memories.findByFacet(startFacet, [start], filter)
  const times = new Set(events.map(({ at }) => at))
  return (await memories.get(found.map(({ id }) => id))).find(
    (each) => each !== undefined && times.has(each.happenedAt),
  )
}
