import type { OperationContext } from './operation-context.js'

type Aborting = Pick<OperationContext, 'signal'>

/** Of one turn of the event loop, for all sliced work of the process together. Short, since a recall takes several turns. */
const sliceMs = 2

let turnEndsAt: number | undefined
const waiting: (() => void)[] = []

function startTurn(now: number): number {
  turnEndsAt = now + sliceMs
  setImmediate(() => {
    turnEndsAt = undefined
  })
  return turnEndsAt
}

function resumeOne(): void {
  startTurn(performance.now())
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resumeOne)
}

/** Whether sliced work has had its share of this turn of the event loop. */
export function isTurnOver(): boolean {
  const now = performance.now()
  return now >= (turnEndsAt ?? startTurn(now))
}

/**
 * Lets other requests of this process run. One caller resumes in each turn of the event loop, however many compute at the
 * same time. Throws when the caller has aborted, so call it only at consistent points.
 */
export async function yieldToEventLoop({ signal }: Aborting): Promise<void> {
  await new Promise<void>((resume) => {
    if (waiting.push(resume) === 1) setImmediate(resumeOne)
  })
  signal?.throwIfAborted()
}
