/**
 * `ww_<id>_<secret>`: the id names the row, the secret proves. No character of it needs to be escaped in a header, in a
 * subprotocol's name (RFC 9110, token) or in a shell.
 */
const pattern = /^ww_([0-9a-f]{12})_([A-Za-z0-9_-]{43})$/

export const idBytes = 6
/** 256 bits: nobody guesses them, and so no slow hash is needed to keep them (NIST SP 800-63B, 5.1.2.2). */
export const secretBytes = 32

export interface ApiToken {
  readonly id: string
  readonly secret: string
}

export const toToken = ({ id, secret }: ApiToken): string => `ww_${id}_${secret}`

export function parseToken(text: string): ApiToken | undefined {
  const [, id, secret] = pattern.exec(text) ?? []
  return id === undefined || secret === undefined ? undefined : { id, secret }
}
