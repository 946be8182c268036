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
const shortUuid = /^[\w-]{22}$/

/** The UUID in base64url, without the prefix: what an agent reads, at half the tokens. Every tool takes it as an id. */
export function toShortId(id: string): string {
  const hex = id.slice(id.indexOf('-') + 1).replaceAll('-', '')
  return Buffer.from(hex, 'hex').toString('base64url')
}

function fromShortId(text: string): string | undefined {
  if (!shortUuid.test(text)) return undefined
  const hex = Buffer.from(text, 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

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
  const long = fromShortId(text)
  if (long !== undefined) return prefixes.map((prefix) => prefix + long)
  if (uuid.test(text)) return prefixes.map((prefix) => prefix + text.toLowerCase())
  const prefix = prefixes.find((possible) => text.startsWith(possible))
  if (prefix === undefined || !uuid.test(text.slice(prefix.length))) return []
  return [text.toLowerCase()]
}
