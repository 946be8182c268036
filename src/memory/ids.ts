import { type Kind, kinds } from './memory.js'

export const idPrefixes: Readonly<Record<Kind, string>> = {
  episode: 'ep-',
  entity: 'ent-',
  procedure: 'proc-',
  note: 'note-',
  lesson: 'lsn-',
}

const allPrefixes = kinds.map((kind) => idPrefixes[kind])

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The stored form of the one id that `text` stands for; undefined when there is none or more than one. */
export function parseId(text: string, kind?: Kind): string | undefined {
  const ids = candidateIds(text, kind)
  return ids.length === 1 ? ids[0] : undefined
}

/**
 * Every id that `text` may stand for: one when it has a prefix or the kind is known, one per kind for a bare UUID,
 * none when it is malformed or of another kind. Any UUID of RFC 9562 is well-formed: imports bring their own.
 */
export function candidateIds(text: string, kind?: Kind): string[] {
  const prefixes = kind === undefined ? allPrefixes : [idPrefixes[kind]]
  if (uuid.test(text)) return prefixes.map((prefix) => prefix + text.toLowerCase())
  const prefix = prefixes.find((possible) => text.startsWith(possible))
  if (prefix === undefined || !uuid.test(text.slice(prefix.length))) return []
  return [text.toLowerCase()]
}
