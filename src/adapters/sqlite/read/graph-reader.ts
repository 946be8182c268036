import { weightAt } from '../../../memory/activation/hebbian.js'
import type { Edge } from '../../../memory/memory.js'
import { type Activations, byStrength, type Link, spreadActivation } from '../../../memory/semantic/spread.js'
import type { Associations, SpreadRequest } from '../../../ports/store/graph.js'
import { isSemantic } from '../../relational/semantic-edges.js'
import type { MemoryCache } from '../cache/memory-cache.js'
import type { Statements } from '../connection/statements.js'
import type { FilterCache } from '../search/filter-cache.js'

/** Reads the edges between memories, and spreads activation along them. */
export class GraphReader {
  readonly #sql: Statements
  readonly #cache: MemoryCache
  readonly #filters: FilterCache

  constructor(sql: Statements, cache: MemoryCache, filters: FilterCache) {
    this.#sql = sql
    this.#cache = cache
    this.#filters = filters
  }

  associations(context: readonly string[], others: readonly string[]): Associations {
    return this.#sql.inSnapshot(() => {
      const fans = context.map((id) => this.#fan(id))
      const edges = this.#sql.all<Edge>(
        `WITH context AS (SELECT row, memories.id FROM json_each(?1) JOIN memories ON memories.id = value),
           others AS (SELECT row, memories.id FROM json_each(?2) JOIN memories ON memories.id = value)
         SELECT a.id AS source, b.id AS target, edges.type, weight, edges.valid_from AS validFrom,
           edges.valid_to AS validTo, coactivations, coactivated_at AS coactivatedAt
         FROM context AS a CROSS JOIN others AS b
         JOIN edges INDEXED BY open_edges ON edges.source = a.row AND edges.target = b.row AND edges.valid_to IS NULL
         WHERE ${isSemantic}
         UNION ALL
         SELECT b.id, a.id, edges.type, weight, edges.valid_from, edges.valid_to, coactivations, coactivated_at
         FROM context AS a CROSS JOIN others AS b
         JOIN edges INDEXED BY open_edges ON edges.source = b.row AND edges.target = a.row AND edges.valid_to IS NULL
         WHERE ${isSemantic}`,
        JSON.stringify(context),
        JSON.stringify(others),
      )
      return { fans, edges: edges.map((edge) => ({ ...edge })) }
    })
  }

  /** Reads in pages by edge id, so that other calls do not wait for a large graph. */
  scan(after: number, limit: number): { edges: Edge[]; next: number | null } {
    const rows = this.#sql.all<Edge & { edge: number }>(
      `SELECT edges.id AS edge, a.id AS source, b.id AS target, edges.type, weight, edges.valid_from AS validFrom,
         edges.valid_to AS validTo, coactivations, coactivated_at AS coactivatedAt
       FROM edges JOIN memories AS a ON a.row = edges.source JOIN memories AS b ON b.row = edges.target
       WHERE edges.id > ? AND edges.valid_to IS NULL AND ${isSemantic} ORDER BY edges.id LIMIT ?`,
      after,
      limit,
    )
    const edges = rows.map(({ edge: _, ...edge }) => edge)
    return { edges, next: rows.length < limit ? null : (rows.at(-1)?.edge ?? null) }
  }

  #fan(id: string): number {
    const counted = this.#sql.find<{ fan: number }>(
      `SELECT (SELECT count(*) FROM edges WHERE source = row AND edges.valid_to IS NULL AND ${isSemantic})
         + (SELECT count(*) FROM edges WHERE target = row AND edges.valid_to IS NULL AND ${isSemantic}) AS fan
       FROM memories WHERE id = ?`,
      id,
    )
    return counted?.fan ?? 0
  }

  /** Runs one query per step, for all active nodes. */
  spread({ seeds, filter, now, ...settings }: SpreadRequest): Activations<string> {
    return this.#sql.inSnapshot(() => {
      this.#cache.refresh()
      const { passes } = this.#filters.passing(filter)
      const { ids } = this.#cache.columns
      const known = this.#sql.all<{ row: number }>(
        'SELECT row FROM json_each(?) JOIN memories ON memories.id = value',
        JSON.stringify(seeds),
      )
      const spreading = spreadActivation(
        known.map(({ row }) => row).filter((row) => passes[row] === 1),
        settings,
      )
      let step = spreading.next()
      while (!step.done) step = spreading.next(this.#links(step.value, passes, now))
      const { activations, truncated } = step.value
      return {
        activations: activations.map(({ node, activation }) => ({ node: ids[node], activation })).sort(byStrength),
        truncated,
      }
    })
  }

  #links(nodes: readonly number[], passes: Uint8Array, now: number): Link<number>[] {
    const links = (from: 'source' | 'target', to: 'source' | 'target') => `
      SELECT ${from} AS "from", ${to} AS "to", weight, valid_from, coactivated_at
      FROM json_each(?1) CROSS JOIN edges ON ${from} = value WHERE edges.valid_to IS NULL AND ${isSemantic}`
    // One JSON string for all edges: a hub has thousands, and a row object each costs several times more (`npm run bench:graph`).
    const found = this.#sql.find<{ edges: string }>(
      `SELECT json_group_array(json_array("from", "to", weight, valid_from, coactivated_at)) AS edges
       FROM (${links('source', 'target')} UNION ALL ${links('target', 'source')})`,
      JSON.stringify(nodes),
    )
    const edges: [number, number, number, number, number | null][] = JSON.parse(found?.edges ?? '[]')
    const all: Link<number>[] = []
    for (const [from, to, weight, validFrom, coactivatedAt] of edges) {
      if (passes[to] === 1) all.push({ from, to, weight: weightAt({ weight, validFrom, coactivatedAt }, now) })
    }
    return all
  }
}
