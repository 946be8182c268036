import { setTimeout as pause } from 'node:timers/promises'
import { type AnsweringContext, type AnsweringSettings, addAnswers } from '../../operations/answering/add-answers.js'
import type { Using } from '../../operations/machinery/operation-context.js'
import { reasonOf } from '../../operations/workflow/ask-model-in-time.js'
import type { StoreCoordinator } from '../../ports/store/coordinate.js'

type BackgroundContext = AnsweringContext & Using<StoreCoordinator, 'log'>

const leaseMs = 180_000
/** How soon what is stored gets answers, and how long a model that failed is left alone. */
const pauses = { everyMs: 10_000, afterFailureMs: 60_000 }

/** REC25: a language model adds answers to memories that have none, in one process at a time, until the signal. */
export async function answerInBackground(
  settings: AnsweringSettings,
  context: BackgroundContext,
  { everyMs, afterFailureMs } = pauses,
): Promise<void> {
  const { model, signal } = settings
  let hasFailed = false
  while (!signal.aborted) {
    try {
      await addAll(settings, context)
      hasFailed = false
    } catch (error) {
      // Once, until it works again: a model that is down would fill the log.
      if (!hasFailed && !signal.aborted)
        context.log.warn('a language model gives no answers to memories for now', { reason: reasonOf(error, model) })
      hasFailed = true
    }
    await pause(hasFailed ? afterFailureMs : everyMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

async function addAll(settings: AnsweringSettings, context: BackgroundContext): Promise<void> {
  const lease = await context.memories.lease('answers by model', leaseMs)
  if (lease === undefined) return
  try {
    while (!settings.signal.aborted && (await addAnswers(settings, context))) {
      if (!(await lease.renew(leaseMs))) return
    }
  } finally {
    await lease.release()
  }
}
