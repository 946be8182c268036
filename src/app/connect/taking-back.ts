import { messageOf, WorldWeaverError } from '../../errors.js'
import { beforeEnding } from '../cli/before-ending.js'

type TakeBack = () => Promise<void>

/** Does one step of what is all or nothing; the step resolves to what takes it back. */
type Step = (step: () => Promise<TakeBack>) => Promise<void>

/**
 * All that `work` does by steps, or nothing: they are taken back, the last first, when it fails, and when the process is
 * told to end meanwhile. `describe` says so of a failure.
 */
export async function allOrNothing<Result>(
  work: (step: Step) => Promise<Result>,
  describe: (cause: unknown, left: readonly string[]) => unknown = describeRest,
): Promise<Result> {
  const steps: Promise<TakeBack>[] = []
  let takenBack: Promise<readonly string[]> | undefined
  const takeBack = () => {
    takenBack ??= takeAllBack(steps)
    return takenBack
  }
  const release = beforeEnding(takeBack)
  try {
    return await work(async (step) => {
      // Nothing new once the end has come: the process goes on for a moment.
      if (takenBack !== undefined) throw new WorldWeaverError('validation_error', 'It was ended before it was done')
      const done = step()
      steps.push(done)
      await done
    })
  } catch (cause) {
    throw describe(cause, await takeBack())
  } finally {
    release()
  }
}

/** One that cannot be taken back does not keep the others from it. Resolves to what was left, in words. */
async function takeAllBack(steps: readonly Promise<TakeBack>[]): Promise<readonly string[]> {
  const left: string[] = []
  for (const step of steps.toReversed()) {
    // What failed has nothing to take back.
    const undo = await step.catch(() => undefined)
    await undo?.().catch((error) => left.push(messageOf(error)))
  }
  return left
}

function describeRest(cause: unknown, left: readonly string[]): unknown {
  if (left.length === 0) return cause
  return new WorldWeaverError('validation_error', `${messageOf(cause)}. ${couldNotBePutBack(left)}`, { cause })
}

export const couldNotBePutBack = (left: readonly string[]): string =>
  `These settings could not be put back, and the files as they were are in the folder "habit/backups" of the data directory: ${left.join('; ')}`
