import type { SessionEvent } from '../../memory/habit/session/session-event.js'
import { summariseSession } from '../../memory/habit/session/summarise-session.js'
import { maskSecrets } from '../../memory/secrets/mask-secrets.js'
import { sessionIdPattern } from '../../memory/session-id.js'
import { retryOnConflict } from '../changing.js'
import type { OperationContext } from '../operation-context.js'
import { supersede } from '../superseding.js'
import { compose, type Draft } from '../writing.js'
import type { HookScope } from './habit-context.js'

export interface EndedSession {
  /** The client's own id of it. */
  readonly agentSession: string
  readonly events: readonly SessionEvent[]
  /** Ids of the memories that hooks brought in it. */
  readonly brought: readonly string[]
  readonly isIgnored: (path: string) => boolean
}

/** By which a session is known again. */
const facet = 'agent_session'

/** One episode a session: told again it is the same, told at greater length its next version. Undefined: nothing to tell. */
export async function keepSession(
  { agentSession, events, brought, isIgnored }: EndedSession,
  { project, session }: HookScope,
  context: OperationContext,
): Promise<string | undefined> {
  const { memories } = context
  const stored = await memories.get(brought)
  const remembered = stored.flatMap((memory) => (memory === undefined ? [] : [memory.text]))
  const summary = summariseSession(events, { remembered, isIgnored })
  if (summary === undefined) return undefined
  const draft: Draft = {
    kind: 'episode',
    text: maskSecrets(summary.text).text,
    project,
    session: session ?? (sessionIdPattern.test(agentSession) ? agentSession : context.defaults.session),
    facets: { outcome: 'neutral', [facet]: agentSession },
    tags: ['session'],
    importance: 0.5,
    happenedAt: summary.endedAt,
    source: 'hook',
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
