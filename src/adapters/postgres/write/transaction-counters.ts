import type { AnswerIndex } from '../../../memory/recall/text/answer-index.js'
import type { TextIndex } from '../../../memory/recall/text/text-index.js'
import { changeCode } from '../../relational/codes.js'
import { type Counters, counterNames } from '../../relational/counters.js'
import { prepared } from '../connection/sql.js'
import type { TableWrite } from '../connection/statement-batcher.js'
import type { Transaction } from '../connection/transaction.js'
import { answerTerms, toInt4 } from '../schema/answer-tables.js'
import { insertRows, numbers, tableOf } from '../schema/bulk-insert.js'
import type { IdCache, Model } from './id-cache.js'

type ChangeName = Parameters<typeof changeCode.toCode>[0]
type Sequence = 'seq' | 'event' | 'row' | 'term' | 'name' | 'scene' | 'edge'
type Sum = 'documents' | 'length' | 'answers' | 'answer_length' | 'erasures'

interface LogEntry {
  readonly seq: number
  readonly row: number
  readonly what: ChangeName
  readonly at: number
}

const changes = tableOf('changes', { seq: 'bigint', row: 'int', what: 'smallint', at: 'bigint' })
const names = tableOf('names', { id: 'int', name: 'text' })
const models = tableOf('models', { id: 'int', identity: 'text', dimensions: 'int' })
const terms = tableOf(
  'terms',
  { id: 'int', term: 'text', documents: 'int' },
  'ON CONFLICT (tenant_id, id) DO UPDATE SET documents = terms.documents + excluded.documents',
)
const languages = tableOf(
  'languages',
  { code: 'text', documents: 'int' },
  'ON CONFLICT (tenant_id, code) DO UPDATE SET documents = languages.documents + excluded.documents',
)

const dropUnusedAnswerTerms = prepared(
  'drop unused answer terms',
  'DELETE FROM answer_terms WHERE tenant_id = $1 AND hash = ANY ($2::int[]) AND documents <= 0',
)

const assignments = counterNames.map((name, nth) => `${name} = $${nth + 2}`).join(', ')
const setTotals: TableWrite = {
  ...prepared('set totals', `UPDATE totals SET ${assignments} WHERE tenant_id = $1`),
  table: 'totals',
}

/**
 * The numbers, log entries and counts of a transaction. They are written once, at the end, because most terms repeat
 * within a group of batches. Each batch has a branch, which is dropped if the batch fails.
 */
export class TransactionCounters {
  readonly #totals: { -readonly [Name in keyof Counters]: Counters[Name] }
  readonly #idCache: IdCache
  readonly #parent: TransactionCounters | undefined
  readonly #log: LogEntry[] = []
  readonly #names = new Map<string, number>()
  readonly #terms = new Map<string, number>()
  readonly #models = new Map<string, Model>()
  readonly #documentCounts = new Map<string, number>()
  readonly #languages = new Map<string, number>()
  /** By hash; negative for answers that are gone. */
  readonly #answerCounts = new Map<number, number>()

  constructor(totals: Counters, idCache: IdCache, parent?: TransactionCounters) {
    this.#totals = { ...totals }
    this.#idCache = idCache
    this.#parent = parent
  }

  /** Counters for one batch, which continue these; merged once the batch is written. */
  branch(): TransactionCounters {
    return new TransactionCounters(this.#totals, this.#idCache, this)
  }

  merge(branch: TransactionCounters): void {
    Object.assign(this.#totals, branch.#totals)
    for (const entry of branch.#log) this.#log.push(entry)
    for (const [name, id] of branch.#names) this.#names.set(name, id)
    for (const [term, id] of branch.#terms) this.#terms.set(term, id)
    for (const [identity, model] of branch.#models) this.#models.set(identity, model)
    for (const [term, more] of branch.#documentCounts)
      this.#documentCounts.set(term, more + (this.#documentCounts.get(term) ?? 0))
    for (const [code, more] of branch.#languages) this.#languages.set(code, more + (this.#languages.get(code) ?? 0))
    for (const [hash, more] of branch.#answerCounts) this.#countAnswerTerm(hash, more)
  }

  next(sequence: Sequence): number {
    return ++this.#totals[sequence]
  }

  add(sum: Sum, more: number): void {
    this.#totals[sum] += more
  }

  log(row: number, what: ChangeName, at: number): number {
    const seq = this.next('seq')
    this.#log.push({ seq, row, what, at })
    return seq
  }

  findName(name: string): number | undefined {
    return this.#names.get(name) ?? this.#parent?.findName(name) ?? this.#idCache.names.get(name)
  }

  /** The name must have been looked up before; an unknown one gets the next number. */
  nameId(name: string): number {
    const known = this.findName(name)
    if (known !== undefined) return known
    const id = this.next('name')
    this.#names.set(name, id)
    return id
  }

  findTerm(term: string): number | undefined {
    return this.#terms.get(term) ?? this.#parent?.findTerm(term) ?? this.#idCache.terms.get(term)
  }

  findModel(identity: string): Model | undefined {
    return this.#models.get(identity) ?? this.#parent?.findModel(identity) ?? this.#idCache.models.get(identity)
  }

  /** All models must have been looked up before; an unknown one gets the next number. */
  modelOf(identity: string, dimensions: number): Model {
    const known = this.findModel(identity)
    if (known !== undefined) return known
    const model = { id: this.#maxModelId() + 1, dimensions }
    this.#models.set(identity, model)
    return model
  }

  #maxModelId(): number {
    const own = [...this.#models.values(), ...this.#idCache.models.values()].map(({ id }) => id)
    return Math.max(this.#parent === undefined ? 0 : this.#parent.#maxModelId(), ...own)
  }

  /** Counts a document and its terms, which were looked up before. Returns the numbers and counts of its terms. */
  countDocument({ terms, length, language }: TextIndex): [id: number, count: number][] {
    this.add('documents', 1)
    this.add('length', length)
    if (language !== null) this.#languages.set(language, 1 + (this.#languages.get(language) ?? 0))
    return Array.from(terms, ([term, count]) => {
      this.#documentCounts.set(term, 1 + (this.#documentCounts.get(term) ?? 0))
      return [this.#termId(term), count]
    })
  }

  /** Counts the questions that a memory answers; `by` is −1 for those that it no longer has. */
  countAnswers(answers: readonly AnswerIndex[], by: 1 | -1 = 1): void {
    for (const { terms, length } of answers) {
      this.add('answers', by)
      this.add('answer_length', by * length)
      for (const hash of new Set(terms)) this.#countAnswerTerm(toInt4(hash), by)
    }
  }

  #countAnswerTerm(hash: number, more: number): void {
    this.#answerCounts.set(hash, more + (this.#answerCounts.get(hash) ?? 0))
  }

  #termId(term: string): number {
    const known = this.findTerm(term)
    if (known !== undefined) return known
    const id = this.next('term')
    this.#terms.set(term, id)
    return id
  }

  /** Must be the last write of the transaction. */
  send(transaction: Transaction): void {
    this.#sendNumbered(transaction)
    const log = this.#log.map(({ seq, row, what, at }) => [seq, row, changeCode.toCode(what), at])
    insertRows(transaction, changes, log)
    const { seq, event } = this.#totals
    if (seq !== transaction.totals.seq || event !== transaction.totals.event) transaction.announce()
    transaction.sendBatched(setTotals, ...counterNames.map((name) => this.#totals[name]))
  }

  #sendNumbered(transaction: Transaction): void {
    const newModels = Array.from(this.#models, ([identity, { id, dimensions }]) => [id, identity, dimensions])
    const counted = Array.from(this.#documentCounts, ([term, more]) => [this.#termId(term), term, more])
    insertRows(
      transaction,
      names,
      Array.from(this.#names, ([name, id]) => [id, name]),
    )
    insertRows(transaction, models, newModels)
    insertRows(transaction, terms, counted)
    insertRows(transaction, languages, this.#languages)
    this.#sendAnswerCounts(transaction)
  }

  #sendAnswerCounts(transaction: Transaction): void {
    const changed = [...this.#answerCounts].filter(([, more]) => more !== 0)
    insertRows(transaction, answerTerms, changed)
    const fewer = changed.flatMap(([hash, more]) => (more < 0 ? [hash] : []))
    if (fewer.length > 0) transaction.send(dropUnusedAnswerTerms, numbers(fewer))
  }

  /** Called after the commit. */
  cacheIds(): void {
    for (const [name, id] of this.#names) this.#idCache.names.set(name, id)
    for (const [term, id] of this.#terms) this.#idCache.terms.set(term, id)
    for (const [identity, model] of this.#models) this.#idCache.models.set(identity, model)
  }
}
