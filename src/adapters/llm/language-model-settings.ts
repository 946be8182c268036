/** Which model, and where. Apart from what uses it, so that our types can be read without the AI SDK's. */
export interface ModelAddress {
  /** One of `providerNames`. */
  readonly provider: string
  readonly model: string
  readonly baseUrl?: string
  readonly apiKey?: string
}

export interface LanguageModelSettings extends ModelAddress {
  readonly timeoutMs: number
}
