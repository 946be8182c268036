import type { LanguageModel as AiSdkModel } from 'ai'
import { WorldWeaverError } from '../../errors.js'
import type { ModelAddress } from './language-model-settings.js'

/** A provider's package exports a factory that takes an address and a key. */
type Module = Readonly<Record<string, unknown>>
type Factory = (options: ProviderOptions) => (model: string) => AiSdkModel

interface Provider {
  readonly package: string
  readonly load: () => Promise<Module>
  readonly factory: string
  readonly baseUrl?: string
}

const compatible: Provider = {
  package: '@ai-sdk/openai-compatible',
  load: () => import('@ai-sdk/openai-compatible'),
  factory: 'createOpenAICompatible',
}
const other = (name: string, factory: string): Provider => ({
  package: `@ai-sdk/${name}`,
  load: () => import(`@ai-sdk/${name}`),
  factory,
})

const providers: Readonly<Record<string, Provider>> = {
  'openai-compatible': compatible,
  // Ollama implements OpenAI's protocol.
  ollama: { ...compatible, baseUrl: 'http://localhost:11434/v1' },
  openai: other('openai', 'createOpenAI'),
  anthropic: other('anthropic', 'createAnthropic'),
  google: other('google', 'createGoogleGenerativeAI'),
  mistral: other('mistral', 'createMistral'),
  groq: other('groq', 'createGroq'),
}

export const providerNames: readonly string[] = Object.keys(providers)

interface ProviderOptions {
  readonly name: string
  readonly baseURL?: string
  readonly apiKey?: string
}

export async function openModel({ provider: name, model, baseUrl, apiKey }: ModelAddress): Promise<AiSdkModel> {
  const provider = providers[name]
  if (provider === undefined) throw new WorldWeaverError('internal_error', `Unknown provider "${name}"`)
  const module = await loadPackage(provider.load, provider.package)
  const create = module[provider.factory]
  if (typeof create !== 'function') {
    throw new WorldWeaverError('internal_error', `This version of ${provider.package} is not supported`)
  }
  const url = baseUrl ?? provider.baseUrl
  const options = { name, ...(url === undefined ? {} : { baseURL: url }), ...(apiKey === undefined ? {} : { apiKey }) }
  // By convention, every AI SDK provider is a function from a model's name to the model.
  return (create as Factory)(options)(model)
}

/** Users install the package themselves, because a language model is optional. */
export async function loadPackage<Loaded>(load: () => Promise<Loaded>, name: string): Promise<Loaded> {
  try {
    return await load()
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    const packages = name === 'ai' ? name : `ai ${name}`
    throw new WorldWeaverError('internal_error', `WW_LLM needs the package ${name}: npm install ${packages}`, { cause })
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
