/** The ways into a memory. `background`: the work of a server that nobody asked for; `import`: lines of a file. */
export const doors = ['mcp', 'mcp-http', 'rest', 'workflow', 'cli', 'hook', 'library', 'background'] as const
export type Door = (typeof doors)[number]

/** Where a call comes from. */
export interface CallSource {
  readonly door: Door
  /** What the client calls itself; null when it does not say. A claim, which nobody checks. */
  readonly client: string | null
}

/** Who wrote a version of a memory. */
export interface Origin extends CallSource {
  /** The id of the key; null for the owner of the memories. */
  readonly key: string | null
}

const maxClientLength = 64

/** A client's name as it is stored and shown: plain characters, so that it can neither span lines nor pass for markup. */
export function clientName(given: unknown): string | null {
  if (typeof given !== 'string') return null
  const name = given
    .replace(/[^\p{L}\p{N} ._@/+:-]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, maxClientLength)
    .toWellFormed()
  return name === '' ? null : name
}
