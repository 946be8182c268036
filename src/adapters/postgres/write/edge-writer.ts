import { strengthen, weightAt } from '../../../memory/activation/hebbian.js'
import type { Edge } from '../../../memory/memory.js'
import { versionOf } from '../../../memory/semantic/links.js'
import { optimizationFence, prepared } from '../connection/sql.js'
import type { Transaction } from '../connection/transaction.js'
import { insertRows, numbers, tableOf } from '../schema/bulk-insert.js'
import type { TransactionCounters } from './transaction-counters.js'

/** An edge whose ends are given by row. */
export interface RowEdge extends Omit<Edge, 'source' | 'target'> {
  readonly source: number
  readonly target: number
}

interface StoredEdge extends RowEdge {
  readonly id: number
}

const edges = tableOf('edges', {
  id: 'bigint',
  source: 'int',
  target: 'int',
  type: 'text',
  weight: 'float8',
  valid_from: 'bigint',
  valid_to: 'bigint',
  coactivations: 'int',
  coactivated_at: 'bigint',
})

const edgeColumns = `edges.id, edges.source, edges.target, edges.type, edges.weight, edges.valid_from AS "validFrom",
  edges.valid_to AS "validTo", edges.coactivations, edges.coactivated_at AS "coactivatedAt"`

// Edges with the same ends and type that are open, or that began at the same moment and were valid for some time.
const edgesLike = prepared(
  'edges like',
  `SELECT ${edgeColumns}
   FROM unnest($2::int[], $3::int[], $4::text[], $5::bigint[]) AS asked(source, target, type, valid_from)
   JOIN LATERAL (
     SELECT * FROM edges WHERE edges.tenant_id = $1 AND edges.source = asked.source AND edges.target = asked.target
       AND edges.type = asked.type ${optimizationFence}
   ) AS edges ON edges.valid_to IS NULL OR (edges.valid_from = asked.valid_from AND edges.valid_to > edges.valid_from)`,
)

const openEdgesAt = prepared(
  'open edges at',
  `SELECT ${edgeColumns} FROM edges
   WHERE tenant_id = $1 AND (source = $2 OR target = $2) AND valid_to IS NULL AND type <> '${versionOf}' ORDER BY id`,
)

const setEdges = prepared(
  'set edges',
  `UPDATE edges SET weight = new.weight, valid_to = new.valid_to, coactivations = new.coactivations,
     coactivated_at = new.coactivated_at
   FROM unnest($2::bigint[], $3::float8[], $4::bigint[], $5::int[], $6::bigint[])
     AS new(id, weight, valid_to, coactivations, coactivated_at)
   WHERE edges.tenant_id = $1 AND edges.id = new.id`,
)

/** Opens, closes and strengthens edges. Existing edges are looked up first, and all changes are sent at once. */
export class EdgeWriter {
  readonly #counters: TransactionCounters
  /** By ends and type. */
  readonly #edges = new Map<string, StoredEdge[]>()
  readonly #added = new Set<number>()
  readonly #changed = new Map<number, StoredEdge>()

  private constructor(counters: TransactionCounters) {
    this.#counters = counters
  }

  static async lookUp(
    transaction: Transaction,
    asked: readonly RowEdge[],
    counters: TransactionCounters,
  ): Promise<EdgeWriter> {
    const writer = new EdgeWriter(counters)
    if (asked.length === 0) return writer
    const found = await transaction.all<StoredEdge>(
      edgesLike,
      numbers(asked.map(({ source }) => source)),
      numbers(asked.map(({ target }) => target)),
      asked.map(({ type }) => type),
      numbers(asked.map(({ validFrom }) => validFrom)),
    )
    // An edge that several requests match is returned several times.
    for (const edge of new Map(found.map((each) => [each.id, each])).values()) writer.#like(edge).push(edge)
    return writer
  }

  /** Opens the edge, or updates weight and end of the open one. */
  connect(edge: RowEdge): void {
    const open = this.#findOpen(edge)
    if (open === undefined) this.#open(edge)
    else this.#change({ ...open, weight: edge.weight, validTo: edge.validTo })
  }

  /** ACT5: opens the edge, or strengthens the open one. */
  relate(edge: RowEdge, at: number): void {
    const open = this.#findOpen(edge)
    if (open === undefined) this.#open(edge)
    else this.#change(strengthened(open, at))
  }

  /** False if nothing is written: the edge exists, or was never valid. */
  merge(edge: RowEdge): boolean {
    if (edge.validTo !== null && edge.validTo <= edge.validFrom) return false
    const same = this.#like(edge).find(
      ({ validFrom, validTo }) => validFrom === edge.validFrom && (validTo === null || validTo > validFrom),
    )
    if (same !== undefined) {
      if (same.validTo !== null || edge.validTo === null) return false
      this.#change({ ...same, validTo: edge.validTo })
      return true
    }
    if (edge.validTo === null && this.#findOpen(edge) !== undefined) return false
    this.#open(edge)
    return true
  }

  openUnlessOpen(edge: RowEdge): void {
    if (this.#findOpen(edge) === undefined) this.#open(edge)
  }

  #findOpen(edge: RowEdge): StoredEdge | undefined {
    return this.#like(edge).find(({ validTo }) => validTo === null)
  }

  #open(edge: RowEdge): void {
    const opened = { ...edge, id: this.#counters.next('edge') }
    this.#added.add(opened.id)
    this.#changed.set(opened.id, opened)
    this.#like(edge).push(opened)
  }

  #change(edge: StoredEdge): void {
    const like = this.#like(edge)
    like[like.findIndex(({ id }) => id === edge.id)] = edge
    this.#changed.set(edge.id, edge)
  }

  #like({ source, target, type }: RowEdge): StoredEdge[] {
    const key = `${source} ${target} ${type}`
    const like = this.#edges.get(key) ?? []
    this.#edges.set(key, like)
    return like
  }

  send(transaction: Transaction): void {
    const all = [...this.#changed.values()]
    // Closed edges first: a reopened edge must not conflict with the old one.
    sendChanged(
      transaction,
      all.filter(({ id }) => !this.#added.has(id)),
    )
    const added = all.filter(({ id }) => this.#added.has(id))
    insertRows(transaction, edges, added.map(toColumns))
  }
}

/** Moves the open edges of `old` to `next`. */
export async function carryEdges(
  transaction: Transaction,
  { old, next, at }: { readonly old: number; readonly next: number; readonly at: number },
  counters: TransactionCounters,
): Promise<void> {
  const open = await transaction.all<StoredEdge>(openEdgesAt, old)
  const moved = open
    // An edge between the two would become a loop.
    .filter(({ source, target }) => source !== next && target !== next)
    .map(({ id: _, ...edge }) => ({
      ...edge,
      source: edge.source === old ? next : edge.source,
      target: edge.target === old ? next : edge.target,
      validFrom: Math.max(edge.validFrom, at),
    }))
  const writer = await EdgeWriter.lookUp(transaction, moved, counters)
  sendChanged(
    transaction,
    open.map((edge) => ({ ...edge, validTo: Math.max(edge.validFrom, at) })),
  )
  // An open edge that `next` already has stays as it is.
  for (const edge of moved) writer.openUnlessOpen(edge)
  writer.send(transaction)
}

export const strengthened = <E extends Pick<Edge, 'weight' | 'validFrom' | 'coactivations' | 'coactivatedAt'>>(
  edge: E,
  at: number,
): E => ({
  ...edge,
  weight: strengthen(weightAt(edge, at)),
  coactivations: edge.coactivations + 1,
  // Uses may arrive out of order.
  coactivatedAt: Math.max(at, edge.coactivatedAt ?? at),
})

/** The fields of an edge that can change. */
export type ChangedEdge = Pick<StoredEdge, 'id' | 'weight' | 'validTo' | 'coactivations' | 'coactivatedAt'>

export function sendChanged(transaction: Transaction, changed: readonly ChangedEdge[]): void {
  if (changed.length === 0) return
  transaction.send(
    setEdges,
    numbers(changed.map(({ id }) => id)),
    numbers(changed.map(({ weight }) => weight)),
    numbers(changed.map(({ validTo }) => validTo)),
    numbers(changed.map(({ coactivations }) => coactivations)),
    numbers(changed.map(({ coactivatedAt }) => coactivatedAt)),
  )
}

const toColumns = ({
  id,
  source,
  target,
  type,
  weight,
  validFrom,
  validTo,
  coactivations,
  coactivatedAt,
}: StoredEdge) => [id, source, target, type, weight, validFrom, validTo, coactivations, coactivatedAt] as const
