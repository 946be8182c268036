export interface ObjectRequest {
  /** What the model is to do. */
  readonly system: string
  /** What it is to do it with. */
  readonly prompt: string
  /** JSON Schema of the answer, for models that can be held to one. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
}

/** Optional everywhere: whoever asks one must be able to do without. */
export interface LanguageModel {
  /** As configured: `openai:gpt-5-mini`. */
  readonly name: string
  /**
   * JSON that the model gave. Nobody has checked it: parse it. A failure is a `WorldWeaverError` whose message may be
   * shown and logged; its cause may quote what was asked, and may not.
   */
  generateObject(request: ObjectRequest): Promise<unknown>
}
