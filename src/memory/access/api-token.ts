/**
 * `ww_<id>_<secret>`: the id selects the row, the secret proves it. No character needs escaping in a header, in the name
 * of a subprotocol (RFC 9110, token) or in a shell.
 */
const pattern = /^ww_([0-9a-f]{12})_([A-Za-z0-9_-]{43})$/

export const idBytes = 6
/** 256 bits cannot be guessed, so that a fast hash is enough to store them (NIST SP 800-63B, 5.1.2.2). */
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
