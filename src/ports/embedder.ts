/** Turns texts into vectors. The store keeps `identity` with each vector and never compares two identities. */
export interface Embedder {
  /** Changes whenever the vectors would. */
  readonly identity: string
  readonly dimensions: number
  /** One int8 vector per text, quantised by `quantise`; a text without meaning is all zeros. */
  embed(texts: readonly string[]): Promise<Int8Array[]>
  /** The same for questions: some models mark them. */
  embedQuery(text: string): Promise<Int8Array>
}
