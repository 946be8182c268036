import type { Memory } from '../../memory/memory.js'
import { StoreConflict } from '../../ports/memory-store.js'
import { activeState, kindCode } from '../relational/codes.js'
import { facetLabel, labelsOf } from '../relational/labels.js'
import { memoryValues } from '../relational/memory-values.js'
import { DocumentCounter } from './document-counter.js'
import { labelRow } from './label-row.js'
import { isTaken } from './result-codes.js'
import { SceneWriter } from './scene-writer.js'
import type { SqlValue, Statements } from './statements.js'
import { TermDictionary } from './term-dictionary.js'
import type { SentMemory } from './thread-batch.js'
import type { VectorWriter } from './vector-writer.js'

/** Sessions, projects and speakers of late. */
const rememberedNames = 1_000

/** Writes memories that are new, with all that finds them. The counts of terms and documents are written at the end. */
export class MemoryAdder {
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

  /** Begins a batch that may be taken back. */
  mark(): void {
    this.#terms.mark()
    this.#documents.mark()
  }

  takeBack(): void {
    this.#terms.takeBack()
    this.#documents.takeBack()
    this.#names.clear()
  }

  finish(): void {
    this.#terms.finish()
    this.#documents.finish()
  }

  /** SQLite gives the numbers of terms and names that were taken back, or erased, to others. */
  forget(): void {
    this.#terms.forget()
    this.#names.clear()
  }

  /** The words that the terms of the next memories are places in. */
  readWords(words: readonly string[]): void {
    this.#terms.read(words)
  }

  add(added: SentMemory): number {
    const { memory, index, vector, structure, strength, uniqueFacet } = added
    const project = memory.project === null ? 0 : this.#nameId(memory.project)
    const session = this.#nameId(memory.session)
    if (uniqueFacet !== undefined) this.#assertUnique(memory, uniqueFacet, project, session)
    const scene = this.#scenes.sceneFor(added, { project, session })
    const terms = this.#terms.count(index.terms)
    const speaker = index.speaker === null ? 0 : this.#nameId(index.speaker)
    const row = this.#insert(memory.id, memoryValues(memory, index, { project, session, scene, speaker }, terms.pack))
    this.#sql.run(
      'INSERT INTO strengths VALUES (?, ?, ?, ?, ?, ?)',
      row,
      strength.stability,
      strength.difficulty,
      strength.reviewedAt,
      strength.uses,
      JSON.stringify(strength.recentUses),
    )
    labelRow(row, labelsOf(memory.tags, memory.facets), this.#sql)
    this.#sql.run('INSERT INTO postings (rowid, term_ids) VALUES (?, ?)', row, terms.spelt)
    if (vector !== null) this.#vectors.add(row, vector)
    if (structure !== undefined) this.#sql.run('INSERT INTO structures VALUES (?, ?)', row, JSON.stringify(structure))
    this.#documents.count(index)
    return row
  }

  #insert(id: string, values: readonly SqlValue[]): number {
    try {
      return this.#sql.run(
        `INSERT INTO memories (id, kind, state, outcome, project, session, scene, happened_at, recorded_at, valid_from,
          valid_to, importance, version, version_began_at, flags, speaker, length, content_tokens, language, terms,
          tokens, source, tags, facets, summary, text, digest)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...values,
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

  #nameId(name: string): number {
    const remembered = this.#names.get(name)
    if (remembered !== undefined) return remembered
    const known = this.#sql.find<{ id: number }>('SELECT id FROM names WHERE name = ?', name)
    const id = known?.id ?? this.#sql.run('INSERT INTO names (name) VALUES (?)', name)
    if (this.#names.size >= rememberedNames) this.#names.clear()
    this.#names.set(name, id)
    return id
  }
}
