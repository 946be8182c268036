import { StoreConflict } from '../../../ports/store/errors.js'
import type { EdgeKey, TakenBack } from '../../../ports/store/write.js'
import { flagsBesideSaidAs, outcomeOf, saidAsFlag } from '../../relational/codes.js'
import { prepared } from '../connection/sql.js'
import type { Transaction } from '../connection/transaction.js'
import { numbers } from '../schema/bulk-insert.js'
import { dropAnswers } from './answer-writer.js'
import { type Labelled, sendLabels } from './memory-updater.js'
import type { TransactionCounters } from './transaction-counters.js'

/** A version whose memory was looked up, and is at it. */
export type RowVersion = Omit<TakenBack['versions'][number], 'id'> & { readonly row: number }

/** An edge whose ends are given by row. */
type RowEdgeKey = Omit<EdgeKey, 'source' | 'target'> & { readonly source: number; readonly target: number }

const labelsNow = prepared(
  'labels now',
  'SELECT row, tags, facets FROM memories WHERE tenant_id = $1 AND row = ANY ($2::int[])',
)

const returnToEarlier = prepared(
  'return to earlier',
  `UPDATE memories SET version = earlier.version, version_began_at = earlier.began_at, state = earlier.state,
     valid_to = earlier.valid_to, importance = earlier.importance, tags = earlier.tags, facets = earlier.facets,
     door = earlier.door, client = earlier.client, key_id = earlier.key_id,
     flags = CASE WHEN taken.said_as IS NULL THEN flags ELSE flags & ${flagsBesideSaidAs} | taken.said_as END
   FROM unnest($2::int[], $3::int[], $4::smallint[]) AS taken(row, version, said_as)
   JOIN versions AS earlier
     ON earlier.tenant_id = $1 AND earlier.row = taken.row AND earlier.version = taken.version - 1
   WHERE memories.tenant_id = $1 AND memories.row = taken.row
   RETURNING memories.row, memories.tags, memories.facets`,
)

const dropEarlier = prepared(
  'drop earlier',
  `DELETE FROM versions USING unnest($2::int[], $3::int[]) AS taken(row, version)
   WHERE versions.tenant_id = $1 AND versions.row = taken.row AND versions.version = taken.version - 1`,
)

const setOutcomes = prepared(
  'set outcomes',
  `UPDATE memories SET outcome = new.outcome FROM unnest($2::int[], $3::smallint[]) AS new(row, outcome)
   WHERE memories.tenant_id = $1 AND memories.row = new.row`,
)

/** Removes the newest version of each, and returns to the one before. */
export async function takeBackVersions(
  transaction: Transaction,
  taken: readonly RowVersion[],
  counters: TransactionCounters,
): Promise<void> {
  if (taken.length === 0) return
  const rows = numbers(taken.map(({ row }) => row))
  const versions = numbers(taken.map(({ version }) => version))
  const saidAs = numbers(taken.map(({ saidAs }) => (saidAs === undefined ? null : saidAsFlag(saidAs))))
  const now = await transaction.all<Labelled>(labelsNow, rows)
  const earlier = await transaction.all<Labelled>(returnToEarlier, rows, versions, saidAs)
  if (earlier.length < taken.length) throw new StoreConflict('a version has no earlier one')
  transaction.send(dropEarlier, rows, versions)
  transaction.send(
    setOutcomes,
    numbers(earlier.map(({ row }) => row)),
    numbers(earlier.map(({ facets }) => outcomeOf(JSON.parse(facets)))),
  )
  const before = new Map(now.map((each) => [each.row, each]))
  sendLabels(
    transaction,
    earlier.map((after) => ({ before: before.get(after.row), after })),
  )
  const dropped = taken.flatMap(({ row, dropsAnswers }) => (dropsAnswers === true ? [row] : []))
  if (dropped.length > 0) await dropAnswers(transaction, dropped, counters)
}

const asked = 'unnest($2::int[], $3::int[], $4::text[], $5::bigint[]) AS asked(source, target, type, valid_from)'
const isAsked = `edges.tenant_id = $1 AND edges.source = asked.source AND edges.target = asked.target
  AND edges.type = asked.type AND edges.valid_from = asked.valid_from`

const removeEdges = prepared('remove edges', `DELETE FROM edges USING ${asked} WHERE ${isAsked} AND valid_to IS NULL`)

// The one that was closed last, if several began at the same moment.
const reopenEdges = prepared(
  'reopen edges',
  `UPDATE edges SET valid_to = NULL WHERE tenant_id = $1 AND id IN (
     SELECT max(edges.id) FROM ${asked} JOIN edges ON ${isAsked}
     WHERE NOT EXISTS (
       SELECT 1 FROM edges AS open WHERE open.tenant_id = $1 AND open.source = asked.source
         AND open.target = asked.target AND open.type = asked.type AND open.valid_to IS NULL
     )
     GROUP BY edges.source, edges.target, edges.type, edges.valid_from
   )`,
)

/** Removes open edges, then opens closed ones again: at most one of a type is open between two memories. */
export async function takeBackEdges(
  transaction: Transaction,
  opened: readonly RowEdgeKey[],
  closed: readonly RowEdgeKey[],
): Promise<void> {
  for (const [statement, edges] of [
    [removeEdges, opened],
    [reopenEdges, closed],
  ] as const) {
    if (edges.length === 0) continue
    const changed = await transaction.change(
      statement,
      numbers(edges.map(({ source }) => source)),
      numbers(edges.map(({ target }) => target)),
      edges.map(({ type }) => type),
      numbers(edges.map(({ validFrom }) => validFrom)),
    )
    if (changed !== edges.length) throw new StoreConflict('an edge has changed since')
  }
}
