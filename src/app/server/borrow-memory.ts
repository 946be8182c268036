import type { Access } from '../../memory/access/access.js'
import type { CallSource } from '../../memory/origin.js'
import type { FollowedWorkflow } from '../../operations/workflow/follow-workflow.js'
import type { Resources } from '../../resources/open-resources.js'
import { type ScopedMemory, wrapCalls } from '../../resources/scoped-memory.js'
import type { WorldWeaver } from '../memory/world-weaver.js'

/** A memory that stays open until `release` is called. */
export interface BorrowedMemory {
  readonly memory: WorldWeaver
  readonly release: () => void
}

interface Lender {
  readonly borrow: () => Promise<BorrowedMemory>
  /** The door and client of the caller. */
  readonly from?: CallSource | undefined
  /** False once the caller's key is revoked or expired: streams end then. */
  readonly isInForce: () => Promise<boolean>
}

/** A tenant's memory as a caller may use it: borrowed for each call, and for a stream until its reader is gone. */
export function borrowPerCall(
  access: Access,
  { templates, check }: Pick<Resources, 'templates' | 'check'>,
  { borrow, isInForce, from }: Lender,
): ScopedMemory {
  const streams = {
    resources: {
      templates,
      check,
      async *follow(signal: AbortSignal) {
        const { memory, release } = await borrow()
        try {
          for await (const change of memory.as(access, from).resources.follow(signal)) {
            if (!(await isInForce())) return
            yield change
          }
        } finally {
          release()
        }
      },
    },
    workflow: {
      async follow(...[workflowId, query, signal]: Parameters<ScopedMemory['workflow']['follow']>) {
        const { memory, release } = await borrow()
        let followed: FollowedWorkflow | undefined
        try {
          followed = await memory.as(access, from).workflow.follow(workflowId, query, signal)
        } finally {
          if (followed === undefined || signal.aborted) release()
          else signal.addEventListener('abort', release, { once: true })
        }
        return followed === undefined ? undefined : { ...followed, events: releaseAtEnd(followed, release) }
      },
    },
  }
  return wrapCalls(streams, async (_name, work) => {
    const { memory, release } = await borrow()
    try {
      return await work(memory.as(access, from))
    } finally {
      release()
    }
  })
}

async function* releaseAtEnd({ events }: FollowedWorkflow, release: () => void): FollowedWorkflow['events'] {
  try {
    yield* events
  } finally {
    release()
  }
}
