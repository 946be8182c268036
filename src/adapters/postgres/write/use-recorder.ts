import { mayStrengthen } from '../../../memory/activation/hebbian.js'
import { reinforce } from '../../../memory/activation/reinforcement.js'
import type { Edge, Strength } from '../../../memory/memory.js'
import type { Coactivation, Use } from '../../../ports/store/write.js'
import { isSemantic } from '../../relational/semantic-edges.js'
import { type StrengthColumns, toStrength } from '../../relational/stored-memory.js'
import { optimizationFence, prepared } from '../connection/sql.js'
import type { Transaction } from '../connection/transaction.js'
import { numbers } from '../schema/bulk-insert.js'
import { type ChangedEdge, sendChanged, strengthened } from './edge-writer.js'

const strengthsOf = prepared(
  'strengths of',
  `SELECT memories.id, strengths.*
   FROM memories CROSS JOIN LATERAL (
     SELECT row, stability, difficulty, reviewed_at, uses, recent_uses, accessed_at FROM strengths
     WHERE strengths.tenant_id = $1 AND strengths.row = memories.row ${optimizationFence}
   ) AS strengths
   WHERE memories.tenant_id = $1 AND memories.id = ANY($2::text[])`,
)

const setStrengths = prepared(
  'set strengths',
  `UPDATE strengths SET stability = new.stability, difficulty = new.difficulty, reviewed_at = new.reviewed_at,
     uses = new.uses, recent_uses = new.recent_uses, accessed_at = new.accessed_at
   FROM unnest($2::int[], $3::float8[], $4::float8[], $5::bigint[], $6::int[], $7::text[], $8::bigint[])
     AS new(row, stability, difficulty, reviewed_at, uses, recent_uses, accessed_at)
   WHERE strengths.tenant_id = $1 AND strengths.row = new.row`,
)

const openAmong = prepared(
  'open edges among',
  `SELECT edges.id, a.id AS source, b.id AS target, edges.weight, edges.valid_from AS "validFrom",
     edges.valid_to AS "validTo", edges.coactivations, edges.coactivated_at AS "coactivatedAt"
   FROM memories AS a
   JOIN edges ON edges.tenant_id = $1 AND edges.source = a.row AND edges.valid_to IS NULL AND ${isSemantic}
   JOIN memories AS b ON b.tenant_id = $1 AND b.row = edges.target AND b.id = ANY($2::text[])
   WHERE a.tenant_id = $1 AND a.id = ANY($2::text[])`,
)

type AmongEdge = Omit<Edge, 'type'> & { readonly id: number }

/** Records uses and coactivations. They do not enter the change log, because they do not change content (COM15). */
export async function recordUses(
  transaction: Transaction,
  uses: readonly Use[],
  coactivations: readonly Coactivation[],
): Promise<void> {
  await Promise.all([useAll(transaction, uses), coactivateAll(transaction, coactivations)])
}

async function useAll(transaction: Transaction, uses: readonly Use[]): Promise<void> {
  if (uses.length === 0) return
  const found = await transaction.all<StrengthColumns & { id: string; row: number }>(strengthsOf, [
    ...new Set(uses.map(({ id }) => id)),
  ])
  const used = new Map<string, { readonly row: number; readonly strength: Strength }>(
    found.map((columns) => [columns.id, { row: columns.row, strength: toStrength(columns) }]),
  )
  for (const { id, grade, at } of uses) {
    const before = used.get(id)
    if (before !== undefined) used.set(id, { ...before, strength: reinforce(before.strength, grade, at) })
  }
  const all = [...used.values()]
  const column = (pick: (strength: Strength) => number) => numbers(all.map(({ strength }) => pick(strength)))
  transaction.send(
    setStrengths,
    numbers(all.map(({ row }) => row)),
    column(({ stability }) => stability),
    column(({ difficulty }) => difficulty),
    column(({ reviewedAt }) => reviewedAt),
    column(({ uses: count }) => count),
    all.map(({ strength }) => JSON.stringify(strength.recentUses)),
    // Every use is an access.
    column(({ accessedAt, reviewedAt }) => accessedAt ?? reviewedAt),
  )
}

async function coactivateAll(transaction: Transaction, coactivations: readonly Coactivation[]): Promise<void> {
  const ids = [...new Set(coactivations.flatMap((each) => each.ids))]
  if (ids.length < 2) return
  const open = await transaction.all<AmongEdge>(openAmong, ids)
  const changed = new Map<number, ChangedEdge>()
  const edges = new Map(open.map((edge) => [edge.id, edge]))
  for (const { ids: used, at } of coactivations) {
    const among = new Set(used)
    for (const edge of edges.values()) {
      if (!among.has(edge.source) || !among.has(edge.target) || !mayStrengthen(edge, at)) continue
      const stronger = strengthened(edge, at)
      edges.set(edge.id, stronger)
      changed.set(edge.id, stronger)
    }
  }
  sendChanged(transaction, [...changed.values()])
}
