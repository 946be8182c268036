import { hash } from 'node:crypto'
import { idPrefixes } from '../../memory/ids.js'
import type { Kind } from '../../memory/memory.js'

/**
 * The same parts always give the same id, so that importing a line again, after a crash or in a parallel import, finds
 * the memory that is there. A UUIDv8 (RFC 9562, 5.8) from SHA-256.
 */
export function deriveId(kind: Kind, parts: readonly (string | null)[]): string {
  const bytes = hash('sha256', JSON.stringify(parts), 'buffer')
  bytes[6] = 0x80 | (bytes[6] & 0x0f)
  bytes[8] = 0x80 | (bytes[8] & 0x3f)
  const hex = bytes.toString('hex')
  const [a, b, c, d, e] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)]
  return `${idPrefixes[kind]}${a}-${b}-${c}-${d}-${e}`
}

/** A digest to hold in memory in place of a text. */
export const digestOf = (text: string): string => hash('sha256', text, 'base64')
