import { WorldWeaverError } from '../../errors.js'

/** There is no connection, or there is none any more: what was under way has not been answered. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** https://www.postgresql.org/docs/15/errcodes-appendix.html */
const goneCodes = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25P03'])
const goneClass = '08'
const crossedCodes = new Set(['40001', '40P01'])

/** The server says so itself, before it hangs up, or does not let anybody in for now. */
export function isGone(error: unknown): boolean {
  const code = codeOf(error)
  return code !== undefined && (goneCodes.has(code) || code.startsWith(goneClass))
}

/** Two transactions stood in each other's way: to be tried again, from its beginning. */
export const isCrossed = (error: unknown): boolean => crossedCodes.has(codeOf(error) ?? '')

export const unreachable = (what: string, cause: unknown): WorldWeaverError =>
  new WorldWeaverError('internal_error', `The database does not answer; ${what}.`, { cause })

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
