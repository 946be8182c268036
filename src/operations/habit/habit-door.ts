import type { OperationContext } from '../operation-context.js'
import type { HookScope } from './habit-context.js'
import { type EndedSession, keepSession } from './keep-session.js'
import { type Occasion, type Spoken, speak } from './speak.js'

/** What agents' hooks ask of a memory. Exempt from the rate limit (COM10): nobody chose to call. */
export interface HabitDoor {
  speak(occasion: Occasion): Promise<Spoken | undefined>
  keepSession(session: EndedSession, scope: HookScope): Promise<string | undefined>
}

export const openHabitDoor = (context: OperationContext): HabitDoor => ({
  speak: (occasion) => speak(occasion, context),
  keepSession: (session, scope) => keepSession(session, scope, context),
})
