import type { OperationContext } from '../operation-context.js'
import { findMemories } from '../recalling/find-memories.js'
import type { HookScope } from './habit-context.js'
import { type EndedSession, keepSession } from './keep-session.js'
import { type Occasion, type Spoken, speak } from './speak.js'

/** What agents' hooks ask of a memory. Exempt from the rate limit (COM10): nobody chose to call. */
export interface HabitDoor {
  speak(occasion: Occasion): Promise<Spoken | undefined>
  keepSession(session: EndedSession, scope: HookScope): Promise<string | undefined>
  /** The first recalls of a process take several times as long as later ones: these leave no trace, and nobody waits. */
  practise(): Promise<void>
}

const practice = [
  'Which port does the staging database listen on?',
  'The checkout test fails on the build server with a timeout',
  'What did we decide last week about the release on Friday?',
  'customers are charged twice when the payment is retried',
  // A second one with a time: only now V8 compiles the expressions that find one, which takes a tenth of a second.
  'Since when do we sign the images, was it two weeks ago?',
  'where are the templates of the mails, and who may change prices?',
  'upgrade the framework to version 14 and migrate the pages',
  'Why was the worker killed while it imported the catalogue?',
  'How long do access tokens live?',
]

export const openHabitDoor = (context: OperationContext): HabitDoor => ({
  speak: (occasion) => speak(occasion, context),
  keepSession: (session, scope) => keepSession(session, scope, context),
  async practise() {
    const now = context.clock.now()
    for (const query of practice) await findMemories({ query, filter: {}, now, hasBareNumbers: true }, context)
  },
})
