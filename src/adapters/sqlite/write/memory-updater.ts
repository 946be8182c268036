import type { SaidAs } from '../../../memory/recall/text/sentence-mark.js'
import { derivedFrom as derivedFromType } from '../../../memory/semantic/links.js'
import { markedForReview } from '../../../memory/semantic/review.js'
import { StoreConflict } from '../../../ports/store/errors.js'
import type { Batch, TakenBack } from '../../../ports/store/write.js'
import { flagsBesideSaidAs, outcomeOf, saidAsFlag, stateCode } from '../../relational/codes.js'
import { labelsOf } from '../../relational/labels.js'
import { originValues } from '../../relational/origin-columns.js'
import type { Statements } from '../connection/statements.js'
import type { SentChange } from '../thread/sent-batch.js'
import { insertLabels } from './insert-labels.js'
import { getRowNumber } from './row-number.js'
import type { VectorWriter } from './vector-writer.js'

interface Labelled {
  readonly tags: string
  readonly facets: string
}

/** Closes a memory's version and opens the next. */
export class MemoryUpdater {
  readonly #sql: Statements
  readonly #vectors: VectorWriter

  constructor(sql: Statements, vectors: VectorWriter) {
    this.#sql = sql
    this.#vectors = vectors
  }

  /** Returns the row. */
  change(change: SentChange, at: number, origin = change.origin): number {
    const row = getRowNumber(change.id, this.#sql)
    // A clock that was set back must not end a version before it began.
    const closed = this.#sql.change(
      `INSERT INTO versions SELECT row, version, version_began_at, max(?, version_began_at), state, valid_to, importance,
         tags, facets, door, client, key_id
       FROM memories WHERE row = ? AND version = ?`,
      at,
      row,
      change.version,
    )
    if (closed === 0) throw new StoreConflict(`${change.id} is no longer at version ${change.version}`)
    const set = (column: string, value: string | number | null) =>
      this.#sql.run(`UPDATE memories SET ${column} = ? WHERE row = ?`, value, row)
    this.#sql.run(
      `UPDATE memories SET version = version + 1, version_began_at = max(?, version_began_at),
         door = ?, client = ?, key_id = ?
       WHERE row = ?`,
      at,
      ...originValues(origin),
      row,
    )
    if (change.importance !== undefined) set('importance', change.importance)
    if (change.validTo !== undefined) set('valid_to', change.validTo)
    if (change.state !== undefined) set('state', stateCode.toCode(change.state))
    if (change.tags !== undefined) set('tags', JSON.stringify(change.tags))
    if (change.facets !== undefined) {
      set('facets', JSON.stringify(change.facets))
      set('outcome', outcomeOf(change.facets))
    }
    if (change.tags !== undefined || change.facets !== undefined) this.#relabel(row)
    if (change.saidAs !== undefined) this.#setSaidAs(row, change.saidAs)
    if (change.packedAnswers !== undefined) this.#vectors.replaceAnswers(row, change.packedAnswers)
    return row
  }

  /** Removes the newest version, and returns to the one before. Returns the row. */
  takeBack({ id, version, dropsAnswers, saidAs }: TakenBack['versions'][number]): number {
    const row = getRowNumber(id, this.#sql)
    const [now] = this.#labelled('memories', row)
    const returned = this.#sql.change(
      `UPDATE memories SET version = earlier.version, version_began_at = earlier.began_at, state = earlier.state,
         valid_to = earlier.valid_to, importance = earlier.importance, tags = earlier.tags, facets = earlier.facets,
         door = earlier.door, client = earlier.client, key_id = earlier.key_id
       FROM versions AS earlier
       WHERE memories.row = ?1 AND memories.version = ?2 AND earlier.row = ?1 AND earlier.version = ?2 - 1`,
      row,
      version,
    )
    if (returned === 0) throw new StoreConflict(`${id} is no longer at version ${version}`)
    this.#sql.run('DELETE FROM versions WHERE row = ? AND version = ?', row, version - 1)
    const [before] = this.#labelled('memories', row)
    this.#sql.run('UPDATE memories SET outcome = ? WHERE row = ?', outcomeOf(JSON.parse(before.facets)), row)
    this.#swapLabels(row, now, before)
    if (saidAs !== undefined) this.#setSaidAs(row, saidAs)
    if (dropsAnswers === true) this.#vectors.dropAnswers(row)
    return row
  }

  #setSaidAs(row: number, saidAs: SaidAs | null): void {
    const set = 'UPDATE memories SET flags = (flags & ?) | ? WHERE row = ?'
    this.#sql.run(set, flagsBesideSaidAs, saidAsFlag(saidAs), row)
  }

  /** SEM6: marks all derived memories for review, in the transaction that changes their source. Returns the rows. */
  markDerived(
    { derivedFrom, reason }: NonNullable<Batch['review']>[number],
    { at, origin }: Pick<Batch, 'at' | 'origin'>,
  ): number[] {
    const derived = this.#sql.all<{ id: string; version: number; facets: string }>(
      `WITH RECURSIVE derived(row) AS (
         SELECT source FROM edges WHERE target = ?1 AND type = ?2 AND valid_to IS NULL
         UNION SELECT source FROM derived JOIN edges ON target = derived.row AND type = ?2 AND valid_to IS NULL
       )
       SELECT id, version, facets FROM derived JOIN memories USING (row) WHERE valid_to IS NULL AND row <> ?1 ORDER BY row`,
      getRowNumber(derivedFrom, this.#sql),
      derivedFromType,
    )
    return derived.map(({ id, version, facets }) =>
      this.change({ id, version, facets: markedForReview(JSON.parse(facets), reason) }, at, origin),
    )
  }

  #relabel(row: number): void {
    const [now] = this.#labelled('memories', row)
    const [before] = this.#labelled('versions', row)
    this.#swapLabels(row, before, now)
  }

  /** The newest first. */
  #labelled(table: 'memories' | 'versions', row: number): Labelled[] {
    return this.#sql.all(`SELECT tags, facets FROM ${table} WHERE row = ? ORDER BY version DESC LIMIT 1`, row)
  }

  #swapLabels(row: number, before: Labelled, now: Labelled): void {
    const labels = (each: Labelled) => labelsOf(JSON.parse(each.tags), JSON.parse(each.facets))
    for (const label of labels(before)) this.#sql.run('DELETE FROM labels WHERE label = ? AND row = ?', label, row)
    insertLabels(row, labels(now), this.#sql)
  }
}
