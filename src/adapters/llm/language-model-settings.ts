/** The model and its address. In its own file, so that our types do not need those of the AI SDK. */
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
