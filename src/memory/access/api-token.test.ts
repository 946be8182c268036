import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idBytes, parseToken, secretBytes, toToken } from './api-token.js'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((all) => Buffer.from(all))

test('a token contains its key id and secret', () => {
  fc.assert(
    fc.property(bytes(idBytes), bytes(secretBytes), (id, secret) => {
      const token = { id: id.toString('hex'), secret: secret.toString('base64url') }
      expect(parseToken(toToken(token))).toEqual(token)
      // RFC 9110, token: it may stand in a header and name a subprotocol.
      expect(toToken(token)).toMatch(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/)
    }),
  )
  expect(secretBytes * 8).toBeGreaterThanOrEqual(256)
})

test('other texts are no tokens', () => {
  fc.assert(fc.property(fc.string(), (text) => parseToken(text) === undefined))
  const good = toToken({ id: '0123456789ab', secret: 'x'.repeat(43) })
  for (const text of ['', ` ${good}`, `${good}\n`, `${good}x`, good.slice(0, -1), good.toUpperCase()]) {
    expect(parseToken(text)).toBeUndefined()
  }
})
