import type { LanguageModelSettings } from '../../adapters/llm/language-model-settings.js'
import { providerNames } from '../../adapters/llm/providers.js'
import { invalid } from '../../errors.js'
import type { Environment } from './configuration.js'

const defaultTimeoutMs = 30_000
const maxTimeoutMs = 3_600_000

/** Reads `WW_LLM` and the variables that belong to it. */
export function readLanguageModel(env: Environment): { readonly languageModel?: LanguageModelSettings } {
  if (!env.WW_LLM) return {}
  const [, provider = '', model = ''] = /^([^:]+):(.+)$/s.exec(env.WW_LLM) ?? []
  if (!providerNames.includes(provider) || model.trim() === '') {
    const example = `"ollama:llama3.1"; the providers are ${providerNames.join(', ')}`
    throw invalid('WW_LLM', `WW_LLM must be a provider and a model, such as ${example}`)
  }
  const baseUrl = readBaseUrl(env.WW_LLM_BASE_URL)
  if (provider === 'openai-compatible' && baseUrl === undefined) {
    throw invalid('WW_LLM', 'WW_LLM with "openai-compatible" needs WW_LLM_BASE_URL: where the model is served')
  }
  const settings: LanguageModelSettings = {
    provider,
    model,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(env.WW_LLM_API_KEY ? { apiKey: env.WW_LLM_API_KEY } : {}),
    timeoutMs: readTimeout(env.WW_LLM_TIMEOUT_MS),
  }
  return { languageModel: settings }
}

const defaultAnswersPerDay = 1_000

/** REC25. */
export function readAnswersPerDay(text: string | undefined): number {
  if (!text) return defaultAnswersPerDay
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw invalid('WW_LLM_ANSWERS', 'WW_LLM_ANSWERS must be a number of memories a day, such as 1000; 0 asks for none')
}

function readBaseUrl(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw invalid('WW_LLM_BASE_URL', 'WW_LLM_BASE_URL must be an address such as http://localhost:8080/v1')
}

function readTimeout(text: string | undefined): number {
  if (!text) return defaultTimeoutMs
  const timeout = Number(text)
  if (/^\d+$/.test(text) && timeout > 0 && timeout <= maxTimeoutMs) return timeout
  throw invalid('WW_LLM_TIMEOUT_MS', `WW_LLM_TIMEOUT_MS must be milliseconds, 1 to ${maxTimeoutMs}`)
}
