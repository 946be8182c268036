import { strengthen, weightAt } from '../../../memory/activation/hebbian.js'
import type { Edge } from '../../../memory/memory.js'
import { versionOf } from '../../../memory/semantic/links.js'
import { StoreConflict } from '../../../ports/store/errors.js'
import type { Statements } from '../connection/statements.js'

/** Opens, closes and moves edges. Call it within a transaction. */
export class EdgeWriter {
  readonly #sql: Statements

  constructor(sql: Statements) {
    this.#sql = sql
  }

  /** Opens the edge, or sets weight and end of the open one. */
  connect(source: number, target: number, edge: Edge): void {
    // No upsert: an edge with an end is not in the unique index of open edges, so it would not conflict there.
    const updated = this.#sql.change(
      'UPDATE edges SET weight = ?, valid_to = ? WHERE source = ? AND target = ? AND type = ? AND valid_to IS NULL',
      edge.weight,
      edge.validTo,
      source,
      target,
      edge.type,
    )
    if (updated === 0) this.#open(source, target, edge)
  }

  /** ACT5: opens the edge, or strengthens the open one, with count and time. */
  relate(source: number, target: number, edge: Edge, at: number): void {
    const open = this.#sql.find<Pick<Edge, 'weight' | 'validFrom' | 'coactivatedAt'> & { id: number }>(
      `SELECT id, weight, valid_from AS validFrom, coactivated_at AS coactivatedAt FROM edges
       WHERE source = ? AND target = ? AND type = ? AND valid_to IS NULL`,
      source,
      target,
      edge.type,
    )
    if (open === undefined) this.#open(source, target, edge)
    else this.strengthen(open, at)
  }

  strengthen(edge: Pick<Edge, 'weight' | 'validFrom' | 'coactivatedAt'> & { readonly id: number }, at: number): void {
    this.#sql.run(
      'UPDATE edges SET weight = ?, coactivations = coactivations + 1, coactivated_at = ? WHERE id = ?',
      strengthen(weightAt(edge, at)),
      // Uses may arrive late; the time never moves back.
      Math.max(at, edge.coactivatedAt ?? at),
      edge.id,
    )
  }

  /** Returns false when nothing was written: the edge exists, or has no duration. */
  merge(source: number, target: number, edge: Edge): boolean {
    if (edge.validTo !== null && edge.validTo <= edge.validFrom) return false
    const same = this.#sql.find<{ id: number; validTo: number | null }>(
      `SELECT id, valid_to AS validTo FROM edges WHERE source = ? AND target = ? AND type = ? AND valid_from = ?
         AND (valid_to IS NULL OR valid_to > valid_from)`,
      source,
      target,
      edge.type,
      edge.validFrom,
    )
    if (same !== undefined) {
      if (same.validTo !== null || edge.validTo === null) return false
      this.#sql.run('UPDATE edges SET valid_to = ? WHERE id = ?', edge.validTo, same.id)
      return true
    }
    if (edge.validTo === null && this.#isOpen(source, target, edge.type)) return false
    this.#open(source, target, edge)
    return true
  }

  #isOpen(source: number, target: number, type: string): boolean {
    const open = 'SELECT 1 FROM edges WHERE source = ? AND target = ? AND type = ? AND valid_to IS NULL'
    return this.#sql.find(open, source, target, type) !== undefined
  }

  #open(source: number, target: number, edge: Edge): void {
    this.#sql.run(
      `INSERT INTO edges (source, target, type, weight, valid_from, valid_to, coactivations, coactivated_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      source,
      target,
      edge.type,
      edge.weight,
      edge.validFrom,
      edge.validTo,
      edge.coactivations,
      edge.coactivatedAt,
    )
  }

  /** Removes an open edge. */
  remove(source: number, target: number, { type, validFrom }: Pick<Edge, 'type' | 'validFrom'>): void {
    const removed = this.#sql.change(
      'DELETE FROM edges WHERE source = ? AND target = ? AND type = ? AND valid_from = ? AND valid_to IS NULL',
      source,
      target,
      type,
      validFrom,
    )
    if (removed !== 1) throw new StoreConflict(`a ${type} edge has changed since`)
  }

  /** Opens a closed edge again, the one that was closed last if several began at the same moment. */
  reopen(source: number, target: number, { type, validFrom }: Pick<Edge, 'type' | 'validFrom'>): void {
    const reopened = this.#isOpen(source, target, type)
      ? 0
      : this.#sql.change(
          `UPDATE edges SET valid_to = NULL WHERE id = (
             SELECT id FROM edges WHERE source = ? AND target = ? AND type = ? AND valid_from = ? ORDER BY id DESC LIMIT 1
           )`,
          source,
          target,
          type,
          validFrom,
        )
    if (reopened !== 1) throw new StoreConflict(`a ${type} edge has changed since`)
  }

  /** Closes the open edges of `old` and opens the same at `next`. */
  carry(old: number, next: number, at: number): number {
    const open = `valid_to IS NULL AND type <> '${versionOf}' AND (source = ?1 OR target = ?1)`
    // An edge that `next` already has stays unchanged; an edge between the two would become a loop.
    this.#sql.run(
      `INSERT OR IGNORE INTO edges (source, target, type, weight, valid_from, valid_to, coactivations, coactivated_at)
       SELECT iif(source = ?1, ?2, source), iif(target = ?1, ?2, target), type, weight, max(valid_from, ?3), NULL,
         coactivations, coactivated_at
       FROM edges WHERE ${open} AND source <> ?2 AND target <> ?2`,
      old,
      next,
      at,
    )
    this.#sql.run(`UPDATE edges SET valid_to = max(valid_from, ?2) WHERE ${open}`, old, at)
    return next
  }
}
