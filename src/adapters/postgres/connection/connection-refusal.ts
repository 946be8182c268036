import { WorldWeaverError } from '../../../errors.js'
import { codeOf } from './connection-errors.js'

/**
 * Errors that a retry cannot fix, by SQLSTATE (https://www.postgresql.org/docs/15/errcodes-appendix.html). The server's
 * own messages are left out because they may quote the connection URL.
 */
const onConnecting: Readonly<Record<string, string>> = {
  '28P01': 'The database refuses the password in WW_DATABASE_URL',
  '28000': 'The database refuses the user in WW_DATABASE_URL',
  '3D000': 'The server has no database with the name in WW_DATABASE_URL: create it first, with "createdb"',
  '42501': 'The user in WW_DATABASE_URL may not connect to the database',
}

/** Only before the first connection: later, a name that does not resolve means that the server is away for a while. */
const onFirstConnection: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host in WW_DATABASE_URL was not found',
}

const losesStatements =
  'The connection pooler in front of the database loses prepared statements: let it pool sessions ("pool_mode = session"), or set "max_prepared_statements" (PgBouncer 1.21 or newer)'

const ofPooler: Readonly<Record<string, string>> = { '42P05': losesStatements, '26000': losesStatements }

const noPgvector =
  'The server lacks pgvector, or has one older than 0.8: install it there, then run "CREATE EXTENSION vector" in the database'

const onMigrating: Readonly<Record<string, string>> = {
  // The extension does not exist: PostgreSQL 15, and 16 or newer.
  '58P01': noPgvector,
  '0A000': noPgvector,
  // pgvector lacks `halfvec`.
  '42704': noPgvector,
  '42P07':
    'The database has tables of another program: World Weaver needs a database of its own, which "createdb" creates',
  '42501':
    'The user in WW_DATABASE_URL may not create tables or the extension "vector": let it own the database, and run "CREATE EXTENSION vector" there as a superuser',
}

export const refusalOnConnecting = (cause: unknown): WorldWeaverError | undefined => refusal(onConnecting, cause)
export const refusalAtFirstConnection = (cause: unknown): WorldWeaverError | undefined =>
  refusal(onFirstConnection, cause)
export const refusalOfPooler = (cause: unknown): WorldWeaverError | undefined => refusal(ofPooler, cause)
export const refusalOnMigrating = (cause: unknown): WorldWeaverError | undefined => refusal(onMigrating, cause)

function refusal(messages: typeof onConnecting, cause: unknown): WorldWeaverError | undefined {
  const message = messages[codeOf(cause) ?? '']
  if (message === undefined) return undefined
  // Some callers show only the cause, so it repeats the message.
  return new WorldWeaverError('internal_error', message, { cause: new Error(message, { cause }) })
}
