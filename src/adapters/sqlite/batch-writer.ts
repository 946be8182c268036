import { WorldWeaverError } from '../../errors.js'
import type { Json, Memory } from '../../memory/memory.js'
import { derivedFrom as derivedFromType } from '../../memory/semantic/links.js'
import { markedForReview } from '../../memory/semantic/review.js'
import {
  type Batch,
  type Erasure,
  type MemoryChange,
  type NewMemory,
  StoreConflict,
  type StoredVector,
} from '../../ports/memory-store.js'
import { activeState, changeCode, flagsOf, kindCode, outcomeOf, stateCode } from '../relational/codes.js'
import { facetLabel, labelsOf } from '../relational/labels.js'
import { packTerms, toBytes } from '../relational/packing.js'
import { digestOf } from '../relational/text-digest.js'
import { type Connection, inTransaction, isTaken } from './connection.js'
import { DocumentCounter } from './document-counter.js'
import { EdgeWriter } from './edge-writer.js'
import { countErasures, type Eraser } from './eraser.js'
import { longestLeaseMs } from './leases.js'
import { assertKnown } from './migrate.js'
import { SceneWriter } from './scene-writer.js'
import { firstOfRun } from './segment.js'
import type { SqlValue, Statements } from './statements.js'
import { TermDictionary } from './term-dictionary.js'
import { toTrouble } from './trouble.js'
import { UnfinishedErasing } from './unfinished-erasing.js'
import { writeStep } from './workflow-writer.js'

export type CommitResult = { readonly seq: number } | { readonly error: unknown }

interface Model {
  readonly id: number
  readonly dimensions: number
}

/** Sessions, projects and speakers of late. */
const rememberedNames = 1_000

/** Applies batches. Synchronous: nothing can come between the statements of a transaction. */
export class BatchWriter {
  readonly #connection: Connection
  readonly #sql: Statements
  readonly #terms: TermDictionary
  readonly #documents: DocumentCounter
  readonly #edges: EdgeWriter
  readonly #scenes: SceneWriter
  readonly #names = new Map<string, number>()
  readonly #models = new Map<string, Model>()

  readonly #eraser: Eraser
  /** How many erasures there had been when the numbers of terms and names were learnt. */
  #erasures = 0

  constructor(connection: Connection, sql: Statements, eraser: Eraser) {
    this.#connection = connection
    this.#sql = sql
    this.#terms = new TermDictionary(sql)
    this.#documents = new DocumentCounter(sql)
    this.#edges = new EdgeWriter(sql)
    this.#scenes = new SceneWriter(sql)
    this.#eraser = eraser
  }

  /** Many batches share one transaction and so one wait for the disk; a refused one takes back only itself. */
  commit(batches: readonly Batch[]): CommitResult[] {
    try {
      return inTransaction(this.#connection, () => {
        assertKnown(this.#sql)
        this.#forgetErased()
        return this.#counted(() => batches.map((batch) => this.#inSavepoint(() => this.#apply(batch))))
      })
    } catch (error) {
      this.#forget()
      throw error
    }
  }

  /** In a transaction of its own, with what takes their place. */
  erase({ ids, at, expectSeq, change = [], replaceWith = {} }: Erasure): void {
    try {
      inTransaction(this.#connection, () => {
        assertKnown(this.#sql)
        if (expectSeq !== undefined) this.#assertSame(ids, expectSeq)
        for (const each of change) this.#log(this.#change(each, at), 'changed', at)
        const changed = change.map(({ id }) => id)
        this.#eraser.assertKnown(ids, changed)
        const { rows, isAny } = this.#eraser.take(ids, at)
        if (isAny) new UnfinishedErasing(this.#connection).add(ids)
        this.#forgetErased()
        this.#counted(() => this.#apply({ ...replaceWith, at }))
        this.#eraser.dropNames(rows)
      })
    } catch (error) {
      this.#forget()
      throw error
    }
  }

  /** The counts of terms and documents are written once, at the end. */
  #counted<Result>(work: () => Result): Result {
    this.#terms.begin()
    this.#documents.begin()
    const result = work()
    this.#terms.finish()
    this.#documents.finish()
    return result
  }

  #forget(): void {
    this.#terms.forget()
    this.#forgetNames()
  }

  /** SQLite gives the numbers of names and models that were taken back to others. */
  #forgetNames(): void {
    this.#names.clear()
    this.#models.clear()
  }

  /** A number that any process has erased may be another's by now. */
  #forgetErased(): void {
    const erasures = countErasures(this.#sql)
    if (erasures === this.#erasures) return
    this.#forget()
    this.#erasures = erasures
  }

  #inSavepoint(work: () => number): CommitResult {
    this.#sql.run('SAVEPOINT batch')
    this.#terms.mark()
    this.#documents.mark()
    try {
      const seq = work()
      this.#sql.run('RELEASE batch')
      return { seq }
    } catch (error) {
      // A full or broken disk has ended the whole transaction.
      if (!this.#connection.isTransaction) throw error
      this.#connection.exec('ROLLBACK TO batch; RELEASE batch')
      this.#terms.takeBack()
      this.#documents.takeBack()
      this.#forgetNames()
      return { error: toTrouble(error) }
    }
  }

  #apply(batch: Batch): number {
    let seq = 0
    for (const each of batch.expect ?? []) this.#assertVersion(each)
    for (const [name, revision] of Object.entries(batch.expectBookmarks ?? {})) {
      this.#assertNotLeased(name, batch.holder)
      this.#assertRevision(name, revision)
    }
    // Before what is added: a new version may take the place of the one that is closed.
    seq = this.#changeAll(batch.change, batch.at) ?? seq
    for (const each of batch.add ?? []) {
      seq = this.#log(this.#add(each), 'added', batch.at)
      seq = this.#changeAll(each.changes, batch.at) ?? seq
    }
    for (const each of batch.review ?? []) seq = this.#markDerived(each, batch.at) ?? seq
    for (const { from, to } of batch.carry ?? []) {
      seq = this.#log(this.#edges.carry(this.#rowOf(from), this.#rowOf(to), batch.at), 'connected', batch.at)
    }
    for (const edge of batch.connect ?? []) {
      const source = this.#rowOf(edge.source)
      this.#edges.connect(source, this.#rowOf(edge.target), edge)
      seq = this.#log(source, 'connected', batch.at)
    }
    for (const edge of batch.relate ?? []) {
      const source = this.#rowOf(edge.source)
      this.#edges.relate(source, this.#rowOf(edge.target), edge, batch.at)
      seq = this.#log(source, 'connected', batch.at)
    }
    for (const edge of batch.merge ?? []) {
      const source = this.#rowOf(edge.source)
      if (this.#edges.merge(source, this.#rowOf(edge.target), edge)) seq = this.#log(source, 'connected', batch.at)
    }
    for (const { id, vector } of batch.embed ?? []) {
      seq = this.#log(this.#embed(this.#rowOf(id), vector), 'embedded', batch.at)
    }
    for (const step of batch.steps ?? []) writeStep(step, this.#sql)
    for (const [name, value] of Object.entries(batch.bookmarks ?? {})) this.#bookmark(name, value)
    return seq
  }

  #changeAll(changes: readonly MemoryChange[] = [], at: number): number | undefined {
    let seq: number | undefined
    for (const each of changes) seq = this.#log(this.#change(each, each.at ?? at), 'changed', at)
    return seq
  }

  #log(row: number, what: Parameters<typeof changeCode.toCode>[0], at: number): number {
    return this.#sql.run('INSERT INTO changes (row, what, at) VALUES (?, ?, ?)', row, changeCode.toCode(what), at)
  }

  #assertVersion({ id, version }: NonNullable<Batch['expect']>[number]): void {
    const found = this.#sql.find('SELECT 1 FROM memories WHERE id = ? AND version = ?', id, version)
    if (found === undefined) throw new StoreConflict(`${id} is no longer at version ${version}`)
  }

  /** An edge is logged at its source only. What was erased cannot be told any more: it may have been one of these. */
  #assertSame(ids: readonly string[], since: number): void {
    const rows = 'SELECT row FROM memories WHERE id IN (SELECT value FROM json_each(?2))'
    const changed = this.#sql.find<{ seq: number }>(
      `SELECT seq FROM changes WHERE seq > ?1 AND (
         what = ?3 OR row IN (${rows}) AND what <> ?4
         OR what = ?5 AND EXISTS (SELECT 1 FROM edges WHERE source = changes.row AND target IN (${rows}))
       ) LIMIT 1`,
      since,
      JSON.stringify(ids),
      changeCode.toCode('erased'),
      changeCode.toCode('embedded'),
      changeCode.toCode('connected'),
    )
    if (changed !== undefined) throw new StoreConflict(`change ${changed.seq} came between`)
  }

  /** Who had to try too often has asked the others to wait. */
  #assertNotLeased(name: string, holder: string | undefined): void {
    const other = this.#sql.find(
      `SELECT 1 FROM leases WHERE name = ? AND holder IS NOT ?
         AND expires_at - unixepoch('subsec') * 1000 BETWEEN 1 AND ?`,
      name,
      holder ?? null,
      longestLeaseMs,
    )
    if (other !== undefined) throw new StoreConflict(`${name} is being changed by another`)
  }

  #assertRevision(name: string, revision: number | null): void {
    const found = this.#sql.find<{ revision: number }>(
      "SELECT value ->> '$.revision' AS revision FROM bookmarks WHERE name = ?",
      name,
    )
    if ((found?.revision ?? null) !== revision) throw new StoreConflict(`${name} is no longer at ${revision}`)
  }

  #bookmark(name: string, value: Json): void {
    if (value === null) this.#sql.run('DELETE FROM bookmarks WHERE name = ?', name)
    else this.#sql.run('INSERT OR REPLACE INTO bookmarks VALUES (?, ?)', name, JSON.stringify(value))
  }

  #add(added: NewMemory): number {
    const { memory, index, vector, structure, strength, uniqueFacet } = added
    const project = memory.project === null ? 0 : this.#nameId(memory.project)
    const session = this.#nameId(memory.session)
    if (uniqueFacet !== undefined) this.#assertUnique(memory, uniqueFacet, project, session)
    const scene = this.#scenes.sceneFor(added, { project, session })
    const terms = this.#terms.count(index.terms)
    const row = this.#insert(
      memory.id,
      kindCode.toCode(memory.kind),
      stateCode.toCode(memory.state),
      outcomeOf(memory.facets),
      project,
      session,
      scene,
      memory.happenedAt,
      memory.recordedAt,
      memory.validFrom,
      memory.validTo,
      memory.importance,
      memory.recordedAt,
      flagsOf(index),
      index.speaker === null ? 0 : this.#nameId(index.speaker),
      index.length,
      index.contentTokens,
      index.language,
      packTerms(terms),
      toBytes(index.tokens),
      memory.source,
      JSON.stringify(memory.tags),
      JSON.stringify(memory.facets),
      memory.summary,
      memory.text,
      digestOf(memory.id, memory.text),
    )
    this.#sql.run(
      'INSERT INTO strengths VALUES (?, ?, ?, ?, ?, ?)',
      row,
      strength.stability,
      strength.difficulty,
      strength.reviewedAt,
      strength.uses,
      JSON.stringify(strength.recentUses),
    )
    this.#label(row, labelsOf(memory.tags, memory.facets))
    // The full-text index sees numbers only: it cannot mistake a path for syntax, and keeps no words to erase.
    const termIds = terms.map(([id]) => id.toString(36)).join(' ')
    this.#sql.run('INSERT INTO postings (rowid, term_ids) VALUES (?, ?)', row, termIds)
    // Never `OR REPLACE` here: SQLite guards such a statement by a savepoint of its own, and at each of those the
    // full-text index writes out what it has gathered, a document at a time.
    if (vector !== null) this.#sql.run('INSERT INTO vectors VALUES (?, ?, ?)', ...this.#toColumns(row, vector))
    if (structure !== undefined) this.#sql.run('INSERT INTO structures VALUES (?, ?)', row, JSON.stringify(structure))
    this.#documents.count(index)
    return row
  }

  #insert(id: string, ...columns: readonly SqlValue[]): number {
    try {
      return this.#sql.run(
        `INSERT INTO memories (id, kind, state, outcome, project, session, scene, happened_at, recorded_at, valid_from,
          valid_to, importance, version, version_began_at, flags, speaker, length, content_tokens, language, terms,
          tokens, source, tags, facets, summary, text, digest)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        id,
        ...columns,
      )
    } catch (error) {
      throw isTaken(error) ? new StoreConflict(`${id} exists already`, { cause: error }) : error
    }
  }

  /** Here, where writes are in order: two that looked before writing would both find nothing. */
  #assertUnique({ id, kind, facets }: Memory, facet: string, project: number, session: number): void {
    // A unique facet is a plain value, or it could not be looked up.
    const label = facetLabel(facet, facets[facet] as string)
    const taken = this.#sql.find<{ id: string }>(
      `SELECT id FROM labels JOIN memories USING (row)
       WHERE label = ? AND kind = ? AND project = ? AND session = ? AND state = ? AND valid_to IS NULL AND id <> ?`,
      label,
      kindCode.toCode(kind),
      project,
      session,
      activeState,
      id,
    )
    if (taken !== undefined) throw new StoreConflict(`${taken.id} has the same ${facet}`)
  }

  #label(row: number, labels: Iterable<string>): void {
    for (const label of labels) this.#sql.run('INSERT INTO labels VALUES (?, ?)', label, row)
  }

  #change(change: MemoryChange, at: number): number {
    const row = this.#rowOf(change.id)
    // A clock that stepped back ends no version before it began.
    const closed = this.#sql.change(
      `INSERT INTO versions SELECT row, version, version_began_at, max(?, version_began_at), state, valid_to, importance,
         tags, facets
       FROM memories WHERE row = ? AND version = ?`,
      at,
      row,
      change.version,
    )
    if (closed === 0) throw new StoreConflict(`${change.id} is no longer at version ${change.version}`)
    const set = (column: string, value: string | number | null) =>
      this.#sql.run(`UPDATE memories SET ${column} = ? WHERE row = ?`, value, row)
    this.#sql.run(
      'UPDATE memories SET version = version + 1, version_began_at = max(?, version_began_at) WHERE row = ?',
      at,
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
    return row
  }

  /** SEM6, in the transaction that moves the ground: whatever is derived meanwhile is marked as well. */
  #markDerived({ derivedFrom, reason }: NonNullable<Batch['review']>[number], at: number): number | undefined {
    const derived = this.#sql.all<{ id: string; version: number; facets: string }>(
      `WITH RECURSIVE derived(row) AS (
         SELECT source FROM edges WHERE target = ?1 AND type = ?2 AND valid_to IS NULL
         UNION SELECT source FROM derived JOIN edges ON target = derived.row AND type = ?2 AND valid_to IS NULL
       )
       SELECT id, version, facets FROM derived JOIN memories USING (row) WHERE valid_to IS NULL AND row <> ?1 ORDER BY row`,
      this.#rowOf(derivedFrom),
      derivedFromType,
    )
    let seq: number | undefined
    for (const { id, version, facets } of derived) {
      const marked = this.#change({ id, version, facets: markedForReview(JSON.parse(facets), reason) }, at)
      seq = this.#log(marked, 'changed', at)
    }
    return seq
  }

  #relabel(row: number): void {
    const now = this.#sql.find<{ tags: string; facets: string }>('SELECT tags, facets FROM memories WHERE row = ?', row)
    const before = this.#sql.find<{ tags: string; facets: string }>(
      'SELECT tags, facets FROM versions WHERE row = ? ORDER BY version DESC LIMIT 1',
      row,
    )
    const labels = (each: typeof now) =>
      each === undefined ? [] : labelsOf(JSON.parse(each.tags), JSON.parse(each.facets))
    for (const label of labels(before)) this.#sql.run('DELETE FROM labels WHERE label = ? AND row = ?', label, row)
    this.#label(row, labels(now))
  }

  #embed(row: number, vector: StoredVector): number {
    this.#sql.run('INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)', ...this.#toColumns(row, vector))
    // A segment that holds the vector it replaces would bring it back at the next start.
    this.#sql.run(
      'DELETE FROM vector_segments WHERE first = ? AND model = (SELECT id FROM models WHERE identity = ?)',
      firstOfRun(row),
      vector.model,
    )
    return row
  }

  #toColumns(row: number, { model, values }: StoredVector): [model: number, row: number, components: Uint8Array] {
    const { id, dimensions } = this.#modelOf(model, values.length)
    if (dimensions !== values.length) {
      throw new WorldWeaverError(
        'internal_error',
        `a vector of ${values.length} dimensions by ${model}, which has ${dimensions}`,
      )
    }
    return [id, row, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)]
  }

  #modelOf(identity: string, dimensions: number): Model {
    const remembered = this.#models.get(identity)
    if (remembered !== undefined) return remembered
    const known = this.#sql.find<Model>('SELECT id, dimensions FROM models WHERE identity = ?', identity)
    const insert = 'INSERT INTO models (identity, dimensions) VALUES (?, ?)'
    const model = known ?? { id: this.#sql.run(insert, identity, dimensions), dimensions }
    this.#models.set(identity, model)
    return model
  }

  #nameId(name: string): number {
    const remembered = this.#names.get(name)
    if (remembered !== undefined) return remembered
    const known = this.#sql.find<{ id: number }>('SELECT id FROM names WHERE name = ?', name)
    const id = known?.id ?? this.#sql.run('INSERT INTO names (name) VALUES (?)', name)
    if (this.#names.size >= rememberedNames) this.#names.clear()
    this.#names.set(name, id)
    return id
  }

  #rowOf(id: string): number {
    const found = this.#sql.find<{ row: number }>('SELECT row FROM memories WHERE id = ?', id)
    if (found === undefined) throw new StoreConflict(`${id} does not exist`)
    return found.row
  }
}
