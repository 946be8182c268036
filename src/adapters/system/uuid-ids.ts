import { randomBytes } from 'node:crypto'
import { idPrefixes } from '../../memory/ids.js'
import type { Ids } from '../../ports/ids.js'

/**
 * UUIDv7 (RFC 9562, 5.7): 48 bits of milliseconds, a 12-bit counter in rand_a (6.2, method 1), 62 random bits.
 * A new millisecond starts the counter in its lower half, so that it has room; a full counter, or a clock that stepped
 * back, borrows the next millisecond: ids only ever increase.
 */
export function createUuidIds(): Ids {
  let lastMs = -1
  let counter = 0

  return {
    next(kind, now) {
      const random = randomBytes(10)
      const nowMs = Math.max(0, Math.floor(now))
      const isFull = counter === 0xfff
      if (nowMs > lastMs || isFull) {
        lastMs = Math.max(nowMs, lastMs + 1)
        counter = random.readUInt16BE(0) & 0x7ff
      } else {
        counter += 1
      }
      const time = lastMs.toString(16).padStart(12, '0')
      const version = (0x7000 | counter).toString(16)
      const variant = (0x8000 | (random.readUInt16BE(2) & 0x3fff)).toString(16)
      const node = random.toString('hex', 4)
      return `${idPrefixes[kind]}${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${node}`
    },
  }
}
