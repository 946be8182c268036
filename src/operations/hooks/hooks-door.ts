import type { OperationContext } from '../machinery/operation-context.js'
import { findMemories } from '../recall/find-memories.js'
import { composeContext, type HookEvent, type Injection } from './compose-context.js'
import type { HookScope } from './hook-context.js'
import { type EndedSession, storeSession } from './store-session.js'

/** The calls of agents' hooks. Exempt from the rate limit (COM10): clients make them on their own. */
export interface HooksDoor {
  composeContext(event: HookEvent): Promise<Injection | undefined>
  storeSession(session: EndedSession, scope: HookScope): Promise<string | undefined>
  /** Runs a few recalls that leave no trace: the first ones of a process take several times as long as later ones. */
  warmUp(): Promise<void>
}

const warmUpQueries = [
  'Which port does the staging database listen on?',
  'The checkout test fails on the build server with a timeout',
  'What did we decide last week about the release on Friday?',
  'customers are charged twice when the payment is retried',
  // A second query with a time: V8 compiles the regular expressions for times only now, which takes 0.1 s.
  'Since when do we sign the images, was it two weeks ago?',
  'where are the templates of the mails, and who may change prices?',
  'upgrade the framework to version 14 and migrate the pages',
  'Why was the worker killed while it imported the catalogue?',
  'How long do access tokens live?',
]

export const openHooksDoor = (context: OperationContext): HooksDoor => ({
  composeContext: (event) => composeContext(event, context),
  storeSession: (session, scope) => storeSession(session, scope, context),
  async warmUp() {
    const now = context.clock.now()
    for (const query of warmUpQueries) await findMemories({ query, filter: {}, now, hasBareNumbers: true }, context)
  },
})
