import type { SessionEvent } from '../../memory/hooks/session/session-event.js'
import { summariseSession } from '../../memory/hooks/session/summarise-session.js'
import { redactSecrets } from '../../memory/secrets/redact-secrets.js'
import { sessionIdPattern } from '../../memory/session-id.js'
import { reportTrust } from '../../memory/trust/may-inject.js'
import { createSecretFinder } from '../machinery/guard-secrets.js'
import type { OperationContext } from '../machinery/operation-context.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { supersede } from '../writing/supersede.js'
import { compose, type Draft } from '../writing/write-memory.js'
import type { HookScope } from './hook-context.js'

export interface EndedSession {
  /** The client's own session id. */
  readonly agentSession: string
  /** The agent's program, as far as it is known. */
  readonly client: string | null
  readonly events: readonly SessionEvent[]
  /** Memories that hooks injected into it. */
  readonly injectedIds: readonly string[]
  readonly isIgnored: (path: string) => boolean
}

/** The facet that identifies a session's episode. */
const facet = 'agent_session'

/** Stores one episode per session; a longer transcript becomes its next version. Undefined: nothing worth storing. */
export async function storeSession(
  { agentSession, events, injectedIds, isIgnored }: EndedSession,
  { project, session }: HookScope,
  operations: OperationContext,
): Promise<string | undefined> {
  const findSecrets = createSecretFinder()
  const context = { ...operations, findSecrets }
  const { memories } = context
  const stored = await memories.get(injectedIds)
  const remembered = stored.flatMap((memory) => (memory === undefined ? [] : [memory.text]))
  const summary = summariseSession(events, { remembered, isIgnored })
  if (summary === undefined) return undefined
  const draft: Draft = {
    kind: 'episode',
    text: redactSecrets(summary.text, '', findSecrets).text,
    project,
    session: session ?? (sessionIdPattern.test(agentSession) ? agentSession : context.defaults.session),
    facets: { outcome: 'neutral', [facet]: agentSession },
    tags: ['session'],
    importance: 0.5,
    happenedAt: summary.endedAt,
    source: 'hook',
    trust: reportTrust(summary.errors),
  }
  return retryOnConflict(async () => {
    const filter = { ofProject: project, session: draft.session, kinds: ['episode'] as const }
    const [found] = await memories.findByFacet(facet, [agentSession], filter)
    const [old] = found === undefined ? [] : await memories.get([found.id])
    if (old !== undefined) return old.text === draft.text ? old.id : (await supersede(old, draft, context)).id
    const now = context.clock.now()
    const added = await compose({ ...draft, uniqueFacet: facet }, now, context)
    await memories.commit({ at: now, add: [added] })
    return added.memory.id
  })
}
