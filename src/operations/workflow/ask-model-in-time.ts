import { WorldWeaverError } from '../../errors.js'
import type { LanguageModel, ObjectRequest } from '../../ports/language-model.js'

/** Throws `timeout` in time, even if the model ignores its signal. */
export async function askModelWithTimeout(
  model: LanguageModel,
  request: Omit<ObjectRequest, 'signal'>,
  timeoutMs: number,
): Promise<unknown> {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new WorldWeaverError('timeout', `${model.name} did not answer in time`))
      ending.abort()
    }, timeoutMs)
  })
  try {
    return await Promise.race([model.generateObject({ ...request, signal: ending.signal }), late])
  } finally {
    clearTimeout(timer)
  }
}

/** A reason that is safe to show: a model's own error may quote the request. */
export const reasonOf = (error: unknown, model: LanguageModel): string =>
  error instanceof WorldWeaverError ? error.message : `${model.name} failed`
