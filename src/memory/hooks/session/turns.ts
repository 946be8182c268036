import type { SessionCall, SessionEvent } from './session-event.js'

/** What the person said, and all that came of it until they said the next thing. */
export interface Turn {
  /** Undefined where the session begins with the agent. */
  readonly request: string | undefined
  readonly said: readonly Remark[]
  readonly calls: readonly SessionCall[]
}

/** A message of the agent. */
interface Remark {
  readonly text: string
  /** Followed by a call: what the agent says while it works, as opposed to what it reports at the end of a turn. */
  readonly isOnTheWay: boolean
}

export function turnsOf(events: readonly SessionEvent[]): readonly Turn[] {
  const turns: { request: string | undefined; said: { text: string; isOnTheWay: boolean }[]; calls: SessionCall[] }[] =
    []
  let current: (typeof turns)[number] | undefined
  const turn = (request: string | undefined) => {
    const next = { request, said: [], calls: [] }
    turns.push(next)
    return next
  }
  for (const event of events) {
    if (event.from === 'memory') continue
    if (event.from === 'user') {
      current = turn(event.text)
      continue
    }
    current ??= turn(undefined)
    if (event.from === 'tool') {
      current.calls.push(event.call)
      for (const remark of current.said) remark.isOnTheWay = true
    } else current.said.push({ text: event.text, isOnTheWay: false })
  }
  return turns
}
