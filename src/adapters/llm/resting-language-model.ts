import { WorldWeaverError } from '../../errors.js'
import type { LanguageModel } from '../../ports/language-model.js'

interface Patience {
  /** After so many failures in a row … */
  readonly failures: number
  /** … it is not asked for this long. */
  readonly restMs: number
  readonly now: () => number
}

/** A model that is down is not asked ten thousand times, with a timeout for each. */
export function withRests(model: LanguageModel, { failures, restMs, now }: Patience): LanguageModel {
  let failed = 0
  let restsUntil = Number.NEGATIVE_INFINITY
  return {
    name: model.name,
    async generateObject(request) {
      if (now() < restsUntil) {
        throw new WorldWeaverError('internal_error', `${model.name} failed ${failures} times in a row and rests`)
      }
      try {
        const object = await model.generateObject(request)
        failed = 0
        return object
      } catch (error) {
        failed++
        if (failed >= failures) {
          failed = 0
          restsUntil = now() + restMs
        }
        throw error
      }
    },
  }
}
