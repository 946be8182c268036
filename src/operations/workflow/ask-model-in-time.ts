import { WorldWeaverError } from '../../errors.js'
import type { LanguageModel, ObjectRequest } from '../../ports/language-model.js'

/** Throws `timeout` in time, or the signal's reason, even if the model ignores its signal. */
export async function askModelWithTimeout(
  model: LanguageModel,
  request: Omit<ObjectRequest, 'signal'>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<unknown> {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let stop = () => {}
  const late = new Promise<never>((_, reject) => {
    const end = (reason: unknown) => {
      reject(reason)
      ending.abort()
    }
    timer = setTimeout(() => end(new WorldWeaverError('timeout', `${model.name} did not answer in time`)), timeoutMs)
    stop = () => end(signal?.reason)
    signal?.addEventListener('abort', stop)
  })
  try {
    return await Promise.race([model.generateObject({ ...request, signal: ending.signal }), late])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/** A reason that is safe to show: a model's own error may quote the request. */
export const reasonOf = (error: unknown, model: LanguageModel): string =>
  error instanceof WorldWeaverError ? error.message : `${model.name} failed`
