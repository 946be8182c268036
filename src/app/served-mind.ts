import type { Access } from '../memory/access/access.js'
import type { FollowedWorkflow } from '../operations/workflow/follow-workflow.js'
import type { Resources } from '../resources/open-resources.js'
import type { ServedMind } from '../surfaces/http/http-surface.js'
import type { GuardedMind, WorldWeaver } from './world-weaver.js'

/** A mind that stays open until `done` is called. */
export interface Taken {
  readonly mind: WorldWeaver
  readonly done: () => void
}

/** A tenant's mind as a caller may use it: taken for each call, and for a stream until its reader is gone. */
export function toServedMind(
  access: Access,
  { templates, check }: Pick<Resources, 'templates' | 'check'>,
  take: () => Promise<Taken>,
): ServedMind {
  async function using<Result>(work: (mind: GuardedMind) => Promise<Result>): Promise<Result> {
    const { mind, done } = await take()
    try {
      return await work(mind.as(access))
    } finally {
      done()
    }
  }

  return {
    invoke: (operation, input, options) => using((mind) => mind.invoke(operation, input, options)),
    resources: {
      // Neither asks the store.
      templates,
      check,
      list: () => using(({ resources }) => resources.list()),
      read: (uri) => using(({ resources }) => resources.read(uri)),
      complete: (...asked) => using(({ resources }) => resources.complete(...asked)),
      async *follow(signal) {
        const { mind, done } = await take()
        try {
          // For all who see the same: whether each may still hear of it is asked where it is told.
          yield* mind.as(access).resources.follow(signal)
        } finally {
          done()
        }
      },
    },
    workflow: {
      execute: (input) => using(({ workflow }) => workflow.execute(input)),
      answer: (input) => using(({ workflow }) => workflow.answer(input)),
      cancel: (workflowId) => using(({ workflow }) => workflow.cancel(workflowId)),
      sessionOf: (input) => using(({ workflow }) => workflow.sessionOf(input)),
      checkStore: () => using(({ workflow }) => workflow.checkStore()),
      async follow(workflowId, query, signal) {
        const { mind, done } = await take()
        let followed: FollowedWorkflow | undefined
        try {
          followed = await mind.as(access).workflow.follow(workflowId, query, signal)
        } finally {
          if (followed === undefined || signal.aborted) done()
          else signal.addEventListener('abort', done, { once: true })
        }
        return followed === undefined ? undefined : { ...followed, events: untilEnd(followed, done) }
      },
    },
  }
}

async function* untilEnd({ events }: FollowedWorkflow, done: () => void): FollowedWorkflow['events'] {
  try {
    yield* events
  } finally {
    done()
  }
}
