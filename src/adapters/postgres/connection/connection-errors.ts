import { WorldWeaverError } from '../../../errors.js'

/** No connection could be opened, or it ended before the answer arrived. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** The tenant's name now belongs to another tenant number. Nothing was written. */
export class TenantReplaced extends Error {
  override readonly name = 'TenantReplaced'
}

/** The connection ended during COMMIT, so the transaction may or may not be committed. */
export class CommitUnanswered extends Error {
  override readonly name = 'CommitUnanswered'
  /** The name under which `commits` lists the transaction if it was committed. */
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
/** A read-only server has become a standby; the next connection may reach the new primary. */
const unavailableCodes = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '25P03', readOnly])
const connectionClass = '08'
const conflictCodes = new Set(['40001', '40P01'])

/** The server is shutting down, starting, read-only, or out of connections. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  return code !== undefined && (unavailableCodes.has(code) || code.startsWith(connectionClass))
}

/** Serialization failure or deadlock: the transaction can be retried from its beginning. */
export const isTransactionConflict = (error: unknown): boolean => conflictCodes.has(codeOf(error) ?? '')

/** The server rejected a statement. SQLSTATE codes have five characters, unlike the operating system's. */
export const isStatementError = (error: unknown): boolean => codeOf(error)?.length === 5 && !isUnavailable(error)

export function unreachable(what: string, lost: ConnectionLost): WorldWeaverError {
  const problem = codeOf(lost.cause) === readOnly ? 'can only be read, as a standby' : 'does not answer'
  const message = `The database ${problem}; ${what}`
  // Some callers show only the cause, so it repeats the message.
  return new WorldWeaverError('internal_error', `${message}.`, { cause: new Error(message, { cause: lost }) })
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
