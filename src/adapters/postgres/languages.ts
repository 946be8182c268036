import { prepared, type Sql } from './sql.js'

const inUse = prepared(
  'languages',
  'SELECT code FROM languages WHERE tenant_id = $1 AND documents > 0 ORDER BY documents DESC, code',
)

/** The commonest first. */
export const readLanguages = async (sql: Sql): Promise<string[]> =>
  (await sql.all<{ code: string }>(inUse)).map(({ code }) => code)
