import type { TextIndex } from '../../memory/recall/text-index.js'
import { changeCode } from '../relational/codes.js'
import type { Counters } from '../relational/counters.js'
import type { Model, Remembered } from './remembered.js'
import { Rows, tableOf } from './rows.js'
import { prepared } from './sql.js'
import type { Put } from './together.js'
import type { Transaction } from './transaction.js'

type ChangeName = Parameters<typeof changeCode.toCode>[0]
type Sort = 'seq' | 'event' | 'row' | 'term' | 'name' | 'scene' | 'edge'
/** Those that are added up. */
type Sum = 'documents' | 'length' | 'erasures'

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

const setTotals: Put = {
  ...prepared(
    'set totals',
    `UPDATE totals SET seq = $2, event = $3, row = $4, term = $5, name = $6, scene = $7, edge = $8, documents = $9,
     length = $10, erasures = $11 WHERE tenant_id = $1`,
  ),
  table: 'totals',
}

/**
 * What a transaction numbers, logs and counts. It is written once, at the end: in a group of commits most terms repeat,
 * and a batch that is refused leaves nothing of its own here.
 */
export class Sums {
  readonly #totals: { -readonly [Name in keyof Counters]: Counters[Name] }
  readonly #remembered: Remembered
  readonly #before: Sums | undefined
  readonly #log: LogEntry[] = []
  readonly #names = new Map<string, number>()
  readonly #terms = new Map<string, number>()
  readonly #models = new Map<string, Model>()
  readonly #counted = new Map<string, number>()
  readonly #languages = new Map<string, number>()

  constructor(totals: Counters, remembered: Remembered, before?: Sums) {
    this.#totals = { ...totals }
    this.#remembered = remembered
    this.#before = before
  }

  /** Those of one batch, which go on from these; to be absorbed when it was written. */
  branch(): Sums {
    return new Sums(this.#totals, this.#remembered, this)
  }

  absorb(branch: Sums): void {
    Object.assign(this.#totals, branch.#totals)
    for (const entry of branch.#log) this.#log.push(entry)
    for (const [name, id] of branch.#names) this.#names.set(name, id)
    for (const [term, id] of branch.#terms) this.#terms.set(term, id)
    for (const [identity, model] of branch.#models) this.#models.set(identity, model)
    for (const [term, more] of branch.#counted) this.#counted.set(term, more + (this.#counted.get(term) ?? 0))
    for (const [code, more] of branch.#languages) this.#languages.set(code, more + (this.#languages.get(code) ?? 0))
  }

  next(sort: Sort): number {
    return ++this.#totals[sort]
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
    return this.#names.get(name) ?? this.#before?.findName(name) ?? this.#remembered.names.get(name)
  }

  /** Of a name that was looked up: one that was not found is new. */
  nameId(name: string): number {
    const known = this.findName(name)
    if (known !== undefined) return known
    const id = this.next('name')
    this.#names.set(name, id)
    return id
  }

  findTerm(term: string): number | undefined {
    return this.#terms.get(term) ?? this.#before?.findTerm(term) ?? this.#remembered.terms.get(term)
  }

  findModel(identity: string): Model | undefined {
    return this.#models.get(identity) ?? this.#before?.findModel(identity) ?? this.#remembered.models.get(identity)
  }

  /** Of a model that was looked up, as all of them are at once. */
  modelOf(identity: string, dimensions: number): Model {
    const known = this.findModel(identity)
    if (known !== undefined) return known
    const model = { id: this.#mostModels() + 1, dimensions }
    this.#models.set(identity, model)
    return model
  }

  #mostModels(): number {
    const own = [...this.#models.values(), ...this.#remembered.models.values()].map(({ id }) => id)
    return Math.max(this.#before === undefined ? 0 : this.#before.#mostModels(), ...own)
  }

  /** The document's terms, looked up before, by number; each occurs in one document more, and there is one more. */
  countDocument({ terms, length, language }: TextIndex): [id: number, count: number][] {
    this.add('documents', 1)
    this.add('length', length)
    if (language !== null) this.#languages.set(language, 1 + (this.#languages.get(language) ?? 0))
    return Array.from(terms, ([term, count]) => {
      this.#counted.set(term, 1 + (this.#counted.get(term) ?? 0))
      return [this.#termId(term), count]
    })
  }

  #termId(term: string): number {
    const known = this.findTerm(term)
    if (known !== undefined) return known
    const id = this.next('term')
    this.#terms.set(term, id)
    return id
  }

  /** Behind everything else that the transaction writes. */
  send(transaction: Transaction): void {
    this.#sendNumbered(transaction)
    const log = new Rows(changes)
    for (const { seq, row, what, at } of this.#log) log.add(seq, row, changeCode.toCode(what), at)
    log.send(transaction)
    const { seq, event, row, term, name, scene, edge, documents, length, erasures } = this.#totals
    if (seq !== transaction.totals.seq || event !== transaction.totals.event) transaction.announce()
    transaction.put(setTotals, seq, event, row, term, name, scene, edge, documents, length, erasures)
  }

  #sendNumbered(transaction: Transaction): void {
    const newNames = new Rows(names)
    for (const [name, id] of this.#names) newNames.add(id, name)
    newNames.send(transaction)
    const newModels = new Rows(models)
    for (const [identity, { id, dimensions }] of this.#models) newModels.add(id, identity, dimensions)
    newModels.send(transaction)
    const counted = new Rows(terms)
    for (const [term, more] of this.#counted) counted.add(this.#termId(term), term, more)
    counted.send(transaction)
    const inLanguages = new Rows(languages)
    for (const [code, more] of this.#languages) inLanguages.add(code, more)
    inLanguages.send(transaction)
  }

  /** Once it is committed, what was new is known. */
  remember(): void {
    for (const [name, id] of this.#names) this.#remembered.names.set(name, id)
    for (const [term, id] of this.#terms) this.#remembered.terms.set(term, id)
    for (const [identity, model] of this.#models) this.#remembered.models.set(identity, model)
  }
}
