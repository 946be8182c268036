import type { OperationContext } from './operation-context.js'

type Aborting = Pick<OperationContext, 'signal'>

const waiting: (() => void)[] = []

function resumeOne(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resumeOne)
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
