import type { OperationContext } from '../machinery/operation-context.js'
import { composeContext, type HookEvent, type Injection } from './compose-context.js'
import type { HookScope } from './hook-context.js'
import { type EndedSession, type KeptMemory, storeSession } from './store-session.js'
import { warmUpHooks } from './warm-up.js'

/** The calls of agents' hooks. Exempt from the rate limit (COM10): clients make them on their own. */
export interface HooksDoor {
  composeContext(event: HookEvent): Promise<Injection | undefined>
  storeSession(session: EndedSession, scope: HookScope): Promise<KeptMemory | undefined>
  warmUp(): Promise<void>
}

export const openHooksDoor = (context: OperationContext): HooksDoor => ({
  composeContext: (event) => composeContext(event, context),
  storeSession: (session, scope) => storeSession(session, scope, context),
  warmUp: () => warmUpHooks(context),
})
