import { type Failure, partsOfFailure } from '../../memory/habit/failure-parts.js'
import { mostUseful } from '../../memory/habit/most-useful.js'
import { partsOf } from '../../memory/habit/prompt-parts.js'
import { type Said, type Speaking, wordMemories } from '../../memory/habit/wording.js'
import { findBearing, toSaid } from './find-bearing.js'
import type { HabitContext, HookScope } from './habit-context.js'

/** What a hook asks; `except` were said in this session already. */
export type Occasion = { readonly scope: HookScope; readonly except: readonly string[] } & (
  | { readonly hook: 'start' }
  | { readonly hook: 'prompt'; readonly prompt: string }
  | { readonly hook: 'failure'; readonly failure: Failure }
)

/** What is said into the conversation, and which memories that tells. */
export interface Spoken {
  readonly text: string
  readonly ids: readonly string[]
  readonly tokens: number
}

/** Of the newest, so many are weighed at the start of a session. */
const weighed = 150
const mostLessons = 2

/** Undefined when there is nothing to say, which is most of the time. */
export async function speak(occasion: Occasion, context: HabitContext): Promise<Spoken | undefined> {
  const at = context.clock.now()
  const spoken = wordMemories(occasion.hook satisfies Speaking, await find(occasion, context), at)
  // ACT2: what bears on a prompt or a failure was of use; what a session merely begins with was not asked for.
  if (spoken !== undefined && occasion.hook !== 'start') {
    context.noteUses?.(
      spoken.ids.map((id) => ({ id, at, grade: 'good' })),
      [],
    )
  }
  return spoken
}

function find(occasion: Occasion, context: HabitContext): Promise<readonly Said[]> {
  const { scope, except } = occasion
  if (occasion.hook === 'start') return findUseful(scope, except, context)
  if (occasion.hook === 'prompt') return findBearing(partsOf(occasion.prompt), scope, { except }, context)
  return findLessons(occasion.failure, scope, except, context)
}

async function findUseful(scope: HookScope, except: readonly string[], { memories, clock }: HabitContext) {
  const session = scope.session === undefined ? {} : { session: scope.session }
  const page = { offset: 0, limit: weighed }
  const newest = (ofProject: string | null) => memories.query({ ...session, ofProject }, page, except)
  const [own, general] = await Promise.all([newest(scope.project), scope.project === null ? undefined : newest(null)])
  return mostUseful(own.memories, general?.memories ?? [], clock.now()).map((memory) => toSaid(memory))
}

/** A lesson if there is one; else whatever else tells of the same failure. */
async function findLessons(failure: Failure, scope: HookScope, except: readonly string[], context: HabitContext) {
  const parts = partsOfFailure(failure)
  const lessons = await findBearing(parts, scope, { kinds: ['lesson'], except }, context)
  const found = lessons.length > 0 ? lessons : await findBearing(parts, scope, { except }, context)
  return found.slice(0, mostLessons)
}
