import { WorldWeaverError } from '../../errors.js'
import type { LanguageModel } from '../../ports/language-model.js'

interface CircuitBreakerOptions {
  /** Failures in a row that open the circuit. */
  readonly failureThreshold: number
  /** An open circuit becomes half-open after this long: the next request reaches the model. */
  readonly resetTimeoutMs: number
  readonly now: () => number
}

/** While the circuit is open, requests fail at once instead of waiting for the timeout of a model that is down. */
export function withCircuitBreaker(
  model: LanguageModel,
  { failureThreshold, resetTimeoutMs, now }: CircuitBreakerOptions,
): LanguageModel {
  let failures = 0
  let openUntil = Number.NEGATIVE_INFINITY
  return {
    name: model.name,
    async generateObject(request) {
      if (now() < openUntil) {
        const message = `${model.name} failed ${failureThreshold} times in a row and is not called for now`
        throw new WorldWeaverError('internal_error', message)
      }
      try {
        const object = await model.generateObject(request)
        failures = 0
        return object
      } catch (error) {
        failures++
        if (failures >= failureThreshold) {
          failures = 0
          openUntil = now() + resetTimeoutMs
        }
        throw error
      }
    },
  }
}
