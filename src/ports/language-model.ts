export interface ObjectRequest {
  /** The instructions. */
  readonly system: string
  /** The material to work on. */
  readonly prompt: string
  /** JSON Schema of the answer, for models that can enforce one. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
}

/** Optional: every caller must work without it. */
export interface LanguageModel {
  /** As configured: `openai:gpt-5-mini`. */
  readonly name: string
  /**
   * The model's JSON, which is not validated: parse it. A failure is a `WorldWeaverError` whose message may be shown and
   * logged; its cause may quote the prompt and must not be.
   */
  generateObject(request: ObjectRequest): Promise<unknown>
}
