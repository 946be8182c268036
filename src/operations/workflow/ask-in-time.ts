import { WorldWeaverError } from '../../errors.js'
import type { LanguageModel, ObjectRequest } from '../../ports/language-model.js'

/** The model's answer, or a `timeout`, whatever the model does with its signal. */
export async function askInTime(
  model: LanguageModel,
  request: Omit<ObjectRequest, 'signal'>,
  mostMs: number,
): Promise<unknown> {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new WorldWeaverError('timeout', `${model.name} did not answer in time`))
      ending.abort()
    }, mostMs)
  })
  try {
    return await Promise.race([model.generateObject({ ...request, signal: ending.signal }), late])
  } finally {
    clearTimeout(timer)
  }
}

/** In words that may be shown: what a model threw may quote what it was asked. */
export const reasonOf = (error: unknown, model: LanguageModel): string =>
  error instanceof WorldWeaverError ? error.message : `${model.name} failed`
