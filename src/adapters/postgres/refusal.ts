import { WorldWeaverError } from '../../errors.js'
import { codeOf } from './trouble.js'

/**
 * What waiting does not mend, by the server's code (https://www.postgresql.org/docs/15/errcodes-appendix.html). Nothing
 * of the server's own words: they may quote the address.
 */
const onConnecting: Readonly<Record<string, string>> = {
  '28P01': 'The database refuses the password in WW_DATABASE_URL',
  '28000': 'The database refuses the user in WW_DATABASE_URL',
  '3D000': 'The server has no database of the name in WW_DATABASE_URL: make it first, with "createdb"',
  '42501': 'The user in WW_DATABASE_URL may not connect to the database',
}

/** Later it is a server that is away: names come and go with it. */
const atFirst: Readonly<Record<string, string>> = {
  ENOTFOUND: 'There is no host of the name in WW_DATABASE_URL',
}

const losesStatements =
  'A pooler stands before the database and loses prepared statements: let it pool sessions ("pool_mode = session"), or set "max_prepared_statements" (PgBouncer 1.21 or newer)'

const ofPooler: Readonly<Record<string, string>> = { '42P05': losesStatements, '26000': losesStatements }

const noPgvector =
  'The server lacks pgvector, or has one older than 0.8: install it there, then run "CREATE EXTENSION vector" in the database'

const onMigrating: Readonly<Record<string, string>> = {
  // There is no such extension: PostgreSQL 15, and from 16 on.
  '58P01': noPgvector,
  '0A000': noPgvector,
  // It has no `halfvec`.
  '42704': noPgvector,
  '42P07': 'The database has tables of another program: World Weaver needs one of its own, which "createdb" makes',
  '42501':
    'The user in WW_DATABASE_URL may not make tables, or the extension "vector": let it own the database, and run "CREATE EXTENSION vector" there as a superuser',
}

export const refusalOnConnecting = (cause: unknown): WorldWeaverError | undefined => refusal(onConnecting, cause)
export const refusalAtFirst = (cause: unknown): WorldWeaverError | undefined => refusal(atFirst, cause)
export const refusalOfPooler = (cause: unknown): WorldWeaverError | undefined => refusal(ofPooler, cause)
export const refusalOnMigrating = (cause: unknown): WorldWeaverError | undefined => refusal(onMigrating, cause)

function refusal(messages: typeof onConnecting, cause: unknown): WorldWeaverError | undefined {
  const message = messages[codeOf(cause) ?? '']
  if (message === undefined) return undefined
  // Whoever is shown the cause is shown the same words.
  return new WorldWeaverError('internal_error', message, { cause: new Error(message, { cause }) })
}
