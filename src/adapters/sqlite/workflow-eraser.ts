import {
  forgetInEvent,
  forgetInRun,
  forgetInTurn,
  forgetRun,
  forgetTurn,
} from '../../memory/workflow/conversation/forgetting.js'
import type { Statements } from './statements.js'

/** OPS4: conversations have shown memories, and an episode may be what is left of a turn. Within a transaction. */
export function forgetInWorkflows(ids: ReadonlySet<string>, messageIds: readonly string[], sql: Statements): void {
  for (const messageId of messageIds) {
    rewrite(sql, 'runs', 'message_id', [messageId], forgetRun)
    sql.run('DELETE FROM events WHERE message_id = ?', messageId)
    const turn = sql.find<{ workflow: string }>('SELECT workflow FROM turns WHERE message_id = ?', messageId)
    sql.run('DELETE FROM turns WHERE message_id = ?', messageId)
    if (turn !== undefined)
      rewrite(sql, 'workflows', 'id', [turn.workflow], (workflow: Parameters<typeof forgetTurn>[0]) =>
        forgetTurn(workflow, messageId),
      )
  }
  rewriteAll(sql, 'runs', 'message_id', (run: Parameters<typeof forgetInRun>[0]) => forgetInRun(run, ids))
  rewriteAll(sql, 'turns', 'message_id', (turn: Parameters<typeof forgetInTurn>[0]) => forgetInTurn(turn, ids))
  rewriteAll(sql, 'events', 'seq', (event: Parameters<typeof forgetInEvent>[0]) => forgetInEvent(event, ids))
}

type Table = 'workflows' | 'runs' | 'turns' | 'events'
/** Rows at a time: what is read at once stays bounded. */
const atOnce = 500

function rewriteAll<Stored>(sql: Statements, table: Table, key: string, forget: (stored: Stored) => Stored): void {
  for (let after: string | number = table === 'events' ? 0 : ''; ; ) {
    const rows = sql.all<{ key: string | number }>(
      `SELECT ${key} AS key FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT ${atOnce}`,
      after,
    )
    const keys = rows.map((row) => row.key)
    rewrite(sql, table, key, keys, forget)
    if (keys.length < atOnce) return
    after = keys.at(-1)!
  }
}

/** Written only where something was forgotten. */
function rewrite<Stored>(
  sql: Statements,
  table: Table,
  key: string,
  keys: readonly (string | number)[],
  forget: (stored: Stored) => Stored,
): void {
  for (const each of keys) {
    const found = sql.find<{ body: string }>(`SELECT body FROM ${table} WHERE ${key} = ?`, each)
    if (found === undefined) continue
    const left = JSON.stringify(forget(JSON.parse(found.body) as Stored))
    if (left !== found.body) sql.run(`UPDATE ${table} SET body = ? WHERE ${key} = ?`, left, each)
  }
}
