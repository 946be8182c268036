import type { Memory } from '../../../memory/memory.js'
import { StoreConflict } from '../../../ports/store/errors.js'
import { activeState, kindCode } from '../../relational/codes.js'
import { facetLabel, labelsOf } from '../../relational/labels.js'
import { memoryColumnNames, memoryValues } from '../../relational/memory-columns.js'
import { isUniqueViolation } from '../connection/result-codes.js'
import type { SqlValue, Statements } from '../connection/statements.js'
import { insertInto, insertSummed } from '../sums/table-sums.js'
import type { SentMemory } from '../thread/sent-batch.js'
import { DocumentCounter } from './document-counter.js'
import { insertLabels } from './insert-labels.js'
import { SceneWriter } from './scene-writer.js'
import { TermDictionary } from './term-dictionary.js'
import type { VectorWriter } from './vector-writer.js'

/** Cached ids of sessions, projects and speakers. */
const maxCachedNames = 1_000

const insertMemory = insertInto('memories', memoryColumnNames)
const insertStructure = insertInto('structures', ['row', 'body'])
const insertStrength = insertInto('strengths', [
  'row',
  'stability',
  'difficulty',
  'reviewed_at',
  'uses',
  'recent_uses',
  'accessed_at',
])

/** Writes new memories with their index entries. `finish` writes the counts of terms and documents. */
export class MemoryInserter {
  readonly #sql: Statements
  readonly #vectors: VectorWriter
  readonly #terms: TermDictionary
  readonly #documents: DocumentCounter
  readonly #scenes: SceneWriter
  readonly #names = new Map<string, number>()

  constructor(sql: Statements, vectors: VectorWriter) {
    this.#sql = sql
    this.#vectors = vectors
    this.#terms = new TermDictionary(sql)
    this.#documents = new DocumentCounter(sql)
    this.#scenes = new SceneWriter(sql)
  }

  /** Begins a transaction. */
  begin(): void {
    this.#terms.begin()
    this.#documents.begin()
  }

  /** Begins a batch that can be rolled back. */
  savepoint(): void {
    this.#terms.savepoint()
    this.#documents.savepoint()
  }

  rollBack(): void {
    this.#terms.rollBack()
    this.#documents.rollBack()
    this.#names.clear()
  }

  finish(): void {
    this.#terms.finish()
    this.#documents.finish()
  }

  /** SQLite reuses the ids of terms and names that were rolled back or erased. */
  clearCaches(): void {
    this.#terms.clearCache()
    this.#names.clear()
  }

  /** The terms of the next memories are indexes into these words. */
  setWords(words: readonly string[]): void {
    this.#terms.setWords(words)
  }

  add(added: SentMemory): number {
    const { memory, index, vector, structure, strength, uniqueFacet, packedAnswers } = added
    const project = memory.project === null ? 0 : this.#nameId(memory.project)
    const session = this.#nameId(memory.session)
    if (uniqueFacet !== undefined) this.#assertUnique(memory, uniqueFacet, project, session)
    const terms = this.#terms.count(index.terms)
    const speaker = index.speaker === null ? 0 : this.#nameId(index.speaker)
    const scene = this.#scenes.sceneFor(added, { project, session, speaker })
    const ids = { project, session, scene, speaker }
    const row = this.#insert(
      memory.id,
      memoryValues({ memory, index, ids, packedTerms: terms.packed, origin: added.origin ?? null }),
    )
    insertSummed(
      this.#sql,
      insertStrength,
      row,
      strength.stability,
      strength.difficulty,
      strength.reviewedAt,
      strength.uses,
      JSON.stringify(strength.recentUses),
      strength.accessedAt,
    )
    insertLabels(row, labelsOf(memory.tags, memory.facets), this.#sql)
    this.#sql.run('INSERT INTO postings (rowid, term_ids) VALUES (?, ?)', row, terms.encodedIds)
    if (vector !== null) this.#vectors.add(row, vector)
    if (packedAnswers !== undefined) this.#vectors.addAnswers(row, packedAnswers)
    if (structure !== undefined) insertSummed(this.#sql, insertStructure, row, JSON.stringify(structure))
    this.#documents.count(index)
    return row
  }

  #insert(id: string, values: readonly SqlValue[]): number {
    try {
      return insertSummed(this.#sql, insertMemory, ...values)
    } catch (error) {
      throw isUniqueViolation(error) ? new StoreConflict(`${id} exists already`, { cause: error }) : error
    }
  }

  /** Checked within the transaction: two callers that look before they write would both find nothing. */
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

  #nameId(name: string): number {
    const cached = this.#names.get(name)
    if (cached !== undefined) return cached
    const known = this.#sql.find<{ id: number }>('SELECT id FROM names WHERE name = ?', name)
    const id = known?.id ?? this.#sql.run('INSERT INTO names (name) VALUES (?)', name)
    if (this.#names.size >= maxCachedNames) this.#names.clear()
    this.#names.set(name, id)
    return id
  }
}
