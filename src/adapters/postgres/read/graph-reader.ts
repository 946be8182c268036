import { weightAt } from '../../../memory/activation/hebbian.js'
import type { Edge } from '../../../memory/memory.js'
import { isStructural } from '../../../memory/semantic/links.js'
import { type Activations, byStrength, type Link, spreadActivation } from '../../../memory/semantic/spread.js'
import type { Associations, SpreadRequest } from '../../../ports/store/graph.js'
import { isSemantic } from '../../relational/semantic-edges.js'
import { Parameters } from '../connection/parameters.js'
import { prepared, type Sql } from '../connection/sql.js'
import { type MemoryCondition, toCondition } from '../search/filter-sql.js'
import { edgeColumns, joinEnds } from './edge-reader.js'

const isOpen = `edges.tenant_id = $1 AND edges.valid_to IS NULL AND ${isSemantic}`

const fansOf = prepared(
  'fans',
  `SELECT id, (SELECT count(*) FROM edges WHERE edges.source = memories.row AND ${isOpen})
     + (SELECT count(*) FROM edges WHERE edges.target = memories.row AND ${isOpen}) AS fan
   FROM memories WHERE tenant_id = $1 AND id = ANY ($2::text[])`,
)

const open = (from: string, to: string) => `
  SELECT ${edgeColumns} FROM ${from} AS a CROSS JOIN ${to} AS b
  JOIN edges ON edges.source = a.row AND edges.target = b.row AND ${isOpen}`

// Joins pair by pair, so that the other edges of a hub are not read.
const joining = prepared(
  'associations',
  `WITH context AS MATERIALIZED (SELECT row, id FROM memories WHERE tenant_id = $1 AND id = ANY ($2::text[])),
     others AS MATERIALIZED (SELECT row, id FROM memories WHERE tenant_id = $1 AND id = ANY ($3::text[]))
   ${open('context', 'others')} UNION ALL ${open('others', 'context')}`,
)

export async function readAssociations(
  sql: Sql,
  context: readonly string[],
  others: readonly string[],
): Promise<Associations> {
  const [fans, edges] = await Promise.all([
    sql.all<{ id: string; fan: number }>(fansOf, context),
    sql.all<Edge>(joining, context, others),
  ])
  const fanOf = new Map(fans.map(({ id, fan }) => [id, fan]))
  return { fans: context.map((id) => fanOf.get(id) ?? 0), edges }
}

const edgesBehind = prepared(
  'scan edges',
  `SELECT edges.id AS edge, ${edgeColumns} FROM edges ${joinEnds}
   WHERE edges.id > $2 AND ${isOpen} ORDER BY edges.id LIMIT $3`,
)

/** Pages by edge id, so that a large graph is read in short queries. */
export async function scanEdges(
  sql: Sql,
  after: number,
  limit: number,
): Promise<{ edges: Edge[]; next: number | null }> {
  const rows = await sql.all<Edge & { edge: number }>(edgesBehind, after, limit)
  const edges = rows.map(({ edge: _, ...edge }) => edge)
  return { edges, next: rows.length < limit ? null : (rows.at(-1)?.edge ?? null) }
}

// A loose index scan: as many steps as there are types.
const openTypes = prepared(
  'relation types',
  `WITH RECURSIVE types(type) AS (
     SELECT min(type) FROM edges WHERE tenant_id = $1 AND valid_to IS NULL
     UNION ALL
     SELECT (SELECT min(edges.type) FROM edges
       WHERE edges.tenant_id = $1 AND edges.valid_to IS NULL AND edges.type > types.type)
     FROM types WHERE types.type IS NOT NULL
   )
   SELECT type FROM types WHERE type IS NOT NULL`,
)

export async function relationTypes(sql: Sql): Promise<string[]> {
  const types = await sql.all<{ type: string }>(openTypes)
  return types.map(({ type }) => type).filter((type) => !isStructural(type))
}

/** Runs one query per step, for all nodes that spread activation. Runs within a snapshot. */
export async function spread(
  sql: Sql,
  { seeds, filter, now, ...settings }: SpreadRequest,
): Promise<Activations<string>> {
  const condition = await toCondition(sql, filter)
  const ids = new Map<number, string>()
  const known = await findNodes(sql, seeds, condition)
  for (const { row, id } of known) ids.set(row, id)
  const spreading = spreadActivation(
    known.map(({ row }) => row),
    settings,
  )
  let step = spreading.next()
  while (!step.done) {
    const links = await readLinks(sql, step.value, condition)
    for (const { to, id } of links) ids.set(to, id)
    step = spreading.next(links.map((link) => toLink(link, now)))
  }
  const { activations, truncated } = step.value
  return {
    // Every node is a seed or the end of a link, so its id is known.
    activations: activations.map(({ node, activation }) => ({ node: ids.get(node)!, activation })).sort(byStrength),
    truncated,
  }
}

function findNodes(
  sql: Sql,
  seeds: readonly string[],
  condition: MemoryCondition,
): Promise<{ row: number; id: string }[]> {
  const parameters = new Parameters()
  const text = `SELECT memories.row, memories.id FROM memories
    WHERE memories.tenant_id = $1 AND memories.id = ANY (${parameters.add(seeds)}::text[]) AND ${condition(parameters)}
    ORDER BY memories.row`
  return sql.all(text, ...parameters.values)
}

interface LinkRow extends Pick<Edge, 'weight' | 'validFrom' | 'coactivatedAt'> {
  readonly from: number
  readonly to: number
  /** The id of `to`. */
  readonly id: string
}

function readLinks(sql: Sql, nodes: readonly number[], condition: MemoryCondition): Promise<LinkRow[]> {
  const parameters = new Parameters()
  const asked = parameters.add(nodes)
  const isPassing = condition(parameters)
  const links = (from: 'source' | 'target', to: 'source' | 'target') => `
    SELECT edges.id AS edge, edges.${from} AS "from", edges.${to} AS "to", memories.id, edges.weight,
      edges.valid_from AS "validFrom", edges.coactivated_at AS "coactivatedAt"
    FROM edges JOIN memories ON memories.tenant_id = $1 AND memories.row = edges.${to}
    WHERE edges.${from} = ANY (${asked}::int[]) AND ${isOpen} AND ${isPassing}`
  // A fixed order makes floating-point sums reproducible.
  const text = `${links('source', 'target')} UNION ALL ${links('target', 'source')} ORDER BY edge, "from"`
  return sql.all<LinkRow>(text, ...parameters.values)
}

const toLink = ({ from, to, weight, validFrom, coactivatedAt }: LinkRow, now: number): Link<number> => ({
  from,
  to,
  weight: weightAt({ weight, validFrom, coactivatedAt }, now),
})
