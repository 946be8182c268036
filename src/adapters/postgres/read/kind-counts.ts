import type { Kind } from '../../../memory/memory.js'
import { kindCode } from '../../relational/codes.js'
import { prepared, type Sql } from '../connection/sql.js'

interface Known {
  readonly row: number
  readonly erasures: number
  readonly counts: ReadonlyMap<number, number>
}

const selectState = prepared('row and erasures', 'SELECT row, erasures FROM totals WHERE tenant_id = $1')
const countBehind = prepared(
  'kinds behind',
  'SELECT kind, count(*) AS n FROM memories WHERE tenant_id = $1 AND row > $2 GROUP BY kind',
)

/** Caches the number of memories per kind. Kinds never change, so until an erasure only new rows are counted. */
export class KindCounts {
  #known: Known = { row: 0, erasures: 0, counts: new Map() }

  clear(): void {
    this.#known = { row: 0, erasures: 0, counts: new Map() }
  }

  /** Runs within a snapshot. */
  async read(sql: Sql): Promise<Readonly<Partial<Record<Kind, number>>>> {
    const state = (await sql.find<{ row: number; erasures: number }>(selectState)) ?? { row: 0, erasures: 0 }
    const { row, erasures, counts: before } = this.#known
    const known = erasures === state.erasures && row <= state.row ? { row, before } : { row: 0, before: new Map() }
    const added = await sql.all<{ kind: number; n: number }>(countBehind, known.row)
    const counts = new Map(known.before)
    for (const { kind, n } of added) counts.set(kind, (counts.get(kind) ?? 0) + n)
    this.#known = { ...state, counts }
    // A code that this version wrote or migrated.
    return Object.fromEntries([...counts].map(([kind, n]) => [kindCode.fromCode(kind)!, n]))
  }
}
