import { mayStrengthen } from '../../../memory/activation/hebbian.js'
import { reinforce } from '../../../memory/activation/reinforcement.js'
import type { Edge } from '../../../memory/memory.js'
import type { Coactivation, Use } from '../../../ports/store/write.js'
import { isSemantic } from '../../relational/semantic-edges.js'
import { type StrengthColumns, toStrength } from '../../relational/stored-memory.js'
import type { Statements } from '../connection/statements.js'
import { EdgeWriter } from './edge-writer.js'

/** Records uses and coactivations. They change no content, so they are not in the change log (COM15). */
export class UseRecorder {
  readonly #sql: Statements
  readonly #edges: EdgeWriter

  constructor(sql: Statements) {
    this.#sql = sql
    this.#edges = new EdgeWriter(sql)
  }

  record(uses: readonly Use[], coactivations: readonly Coactivation[]): void {
    this.#sql.inTransaction(() => {
      for (const use of uses) this.#use(use)
      for (const each of coactivations) this.#coactivate(each)
    })
  }

  #use({ id, grade, at }: Use): void {
    const found = this.#sql.find<StrengthColumns & { row: number }>(
      'SELECT strengths.* FROM strengths JOIN memories USING (row) WHERE id = ?',
      id,
    )
    if (found === undefined) return
    const strength = reinforce(toStrength(found), grade, at)
    this.#sql.run(
      `UPDATE strengths SET stability = ?, difficulty = ?, reviewed_at = ?, uses = ?, recent_uses = ?, accessed_at = ?
       WHERE row = ?`,
      strength.stability,
      strength.difficulty,
      strength.reviewedAt,
      strength.uses,
      JSON.stringify(strength.recentUses),
      strength.accessedAt,
      found.row,
    )
  }

  #coactivate({ ids, at }: Coactivation): void {
    const among = JSON.stringify(ids)
    const open = this.#sql.all<Pick<Edge, 'weight' | 'validFrom' | 'coactivatedAt'> & { id: number }>(
      `SELECT edges.id, weight, edges.valid_from AS validFrom, coactivated_at AS coactivatedAt
       FROM edges JOIN memories AS a ON a.row = edges.source JOIN memories AS b ON b.row = edges.target
       WHERE a.id IN (SELECT value FROM json_each(?)) AND b.id IN (SELECT value FROM json_each(?))
         AND edges.valid_to IS NULL AND ${isSemantic}`,
      among,
      among,
    )
    for (const edge of open.filter((each) => mayStrengthen(each, at))) {
      this.#edges.strengthen(edge, at)
    }
  }
}
