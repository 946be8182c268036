import type { LanguageModel as AiSdkModel } from 'ai'
import { WorldWeaverError } from '../../errors.js'
import type { LanguageModel } from '../../ports/language-model.js'
import type { LanguageModelSettings } from './language-model-settings.js'
import { loadPackage, openModel } from './providers.js'

type AiSdk = typeof import('ai')

/** Any provider of the AI SDK. The first request loads the packages. */
export function createAiSdkLanguageModel(settings: LanguageModelSettings): LanguageModel {
  const name = `${settings.provider}:${settings.model}`
  let opened: Promise<{ readonly sdk: AiSdk; readonly model: AiSdkModel }> | undefined

  return {
    name,
    async generateObject({ system, prompt, schema, signal }) {
      opened ??= open(settings)
      const { sdk, model } = await opened
      const timeout = AbortSignal.timeout(settings.timeoutMs)
      try {
        const { output } = await sdk.generateText({
          model,
          system,
          prompt,
          output: sdk.Output.object({ schema: sdk.jsonSchema(schema) }),
          temperature: 0,
          maxRetries: 1,
          abortSignal: AbortSignal.any([signal, timeout]),
        })
        return output
      } catch (cause) {
        if (sdk.NoObjectGeneratedError.isInstance(cause)) {
          const object = jsonIn(cause.text ?? '')
          if (object !== undefined) return object
        }
        throw toError(cause, name, sdk, timeout.aborted)
      }
    },
  }
}

async function open(settings: LanguageModelSettings) {
  const sdk = await loadPackage(() => import('ai'), 'ai')
  // The SDK prints warnings on standard output, which belongs to MCP.
  globalThis.AI_SDK_LOG_WARNINGS ??= false
  return { sdk, model: await openModel(settings) }
}

/** Many models wrap the requested JSON in a code fence or a sentence. */
function jsonIn(text: string): unknown {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')]
  if (from < 0 || to < from) return undefined
  try {
    return JSON.parse(text.slice(from, to + 1))
  } catch {
    return undefined
  }
}

/** With our own messages, because the SDK's may quote the prompt. */
function toError(thrown: unknown, name: string, sdk: AiSdk, hasTimedOut: boolean): WorldWeaverError {
  const cause = sdk.RetryError.isInstance(thrown) ? thrown.lastError : thrown
  const failure = (message: string) => new WorldWeaverError('internal_error', message, { cause: thrown })
  if (hasTimedOut) return new WorldWeaverError('timeout', `${name} did not answer in time`, { cause: thrown })
  if (sdk.LoadAPIKeyError.isInstance(cause)) return failure(`${name} needs a key: set WW_LLM_API_KEY`)
  if (sdk.NoObjectGeneratedError.isInstance(cause)) return failure(`${name} answered without JSON`)
  if (sdk.APICallError.isInstance(cause)) {
    const { statusCode } = cause
    if (statusCode === undefined) return failure(`${name} could not be reached`)
    return failure(
      statusCode < 400 ? `${name} sent an unreadable response` : `${name} answered with status ${statusCode}`,
    )
  }
  return failure(`${name} failed`)
}
