import { createRandom } from '../numbers.mjs'

/** When the questions of every world are asked. */
const asked = Date.parse('2026-11-20T12:00:00Z')
const secondMs = 1_000
const seed = 24

const answersOf = ({ answers }, withAnswers) => (withAnswers && answers.length > 0 ? { answers } : {})

/**
 * Over the months: each memory at its time, in its session, as its kind. The clock then stands at the asking.
 * Gives the memory that each id of the store is, and what each may replace, by the names that the world has for them.
 */
export async function tellSpread({ call, clock }, { memories }, { withAnswers }) {
  const told = createTold()
  for (const memory of memories) {
    clock.time = memory.at
    const { text, kind, session } = memory
    const timestamp = new Date(memory.at).toISOString()
    const input = { text, kind, timestamp, session_id: session, ...answersOf(memory, withAnswers) }
    told.note(memory, (await call('remember', input)).answer)
  }
  clock.time = asked
  return told
}

/** In one go: shuffled, as episodes without time and session, a second apart. */
export async function tellBurst({ call, clock }, { memories }, { withAnswers }) {
  const told = createTold()
  const shuffled = shuffle(memories, createRandom(seed))
  clock.time = asked - shuffled.length * secondMs
  for (const memory of shuffled) {
    told.note(memory, (await call('remember', { text: memory.text, ...answersOf(memory, withAnswers) })).answer)
    clock.time += secondMs
  }
  return told
}

function createTold() {
  const memories = new Map()
  const mayReplace = new Map()
  /** Ids that no memory of this world has stay as they are. */
  const nameOf = (id) => memories.get(id) ?? id
  return {
    nameOf,
    mayReplace,
    note(memory, { id, may_replace = [] }) {
      memories.set(id, memory.id)
      mayReplace.set(
        memory.id,
        may_replace.map((each) => nameOf(each.id)),
      )
    },
  }
}

/** Fisher and Yates. */
export function shuffle(items, random) {
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = random.below(last + 1)
    ;[shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]]
  }
  return shuffled
}
