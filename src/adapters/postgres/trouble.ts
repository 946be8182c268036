import { WorldWeaverError } from '../../errors.js'

/** There is no connection, or there is none any more: what was under way has not been answered. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** Another has taken its place, under another number: nothing has happened. */
export class TenantGone extends Error {
  override readonly name = 'TenantGone'
}

/** The server may or may not have committed: it was asked to, and has not answered. */
export class CommitUnanswered extends Error {
  override readonly name = 'CommitUnanswered'
  /** Of the transaction, among `commits` if it was. */
  readonly transaction: string
  readonly result: unknown

  constructor(transaction: string, result: unknown, cause: unknown) {
    super('the commit was not answered', { cause })
    this.transaction = transaction
    this.result = result
  }
}

/** https://www.postgresql.org/docs/15/errcodes-appendix.html */
const readOnly = '25006'
/** One that can only be read has been another's standby since, and the next connection may lead to who took its place. */
const goneCodes = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25P03', readOnly])
const goneClass = '08'
const crossedCodes = new Set(['40001', '40P01'])

/** The server says so itself, before it hangs up, or does not let anybody in for now. */
export function isGone(error: unknown): boolean {
  const code = codeOf(error)
  return code !== undefined && (goneCodes.has(code) || code.startsWith(goneClass))
}

/** Two transactions stood in each other's way: to be tried again, from its beginning. */
export const isCrossed = (error: unknown): boolean => crossedCodes.has(codeOf(error) ?? '')

/** The server refuses a statement: its codes have five characters, the operating system's do not. */
export const isComplaint = (error: unknown): boolean => codeOf(error)?.length === 5 && !isGone(error)

export function unreachable(what: string, lost: ConnectionLost): WorldWeaverError {
  const trouble = codeOf(lost.cause) === readOnly ? 'can only be read, as a standby' : 'does not answer'
  const message = `The database ${trouble}; ${what}`
  // Whoever is shown the cause is shown the same words.
  return new WorldWeaverError('internal_error', `${message}.`, { cause: new Error(message, { cause: lost }) })
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
