import type { Scope } from '../../../ports/store/filter.js'
import type { Statements } from '../connection/statements.js'

/** The scope as SQL. An unknown session has no memories; an unknown project sees those without a project. */
export function scopeCondition({ session, project }: Scope, sql: Statements): (table: string) => string {
  const nameId = (name: string) => sql.find<{ id: number }>('SELECT id FROM names WHERE name = ?', name)?.id ?? -1
  const sessionId = session === undefined ? undefined : nameId(session)
  const projectId = project === undefined ? undefined : nameId(project)
  return (table) =>
    [
      ...(sessionId === undefined ? [] : [`${table}.session = ${sessionId}`]),
      ...(projectId === undefined ? [] : [`${table}.project IN (0, ${projectId})`]),
      'TRUE',
    ].join(' AND ')
}
