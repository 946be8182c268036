import { type PlacedWord, singularForms } from '../../phrases.js'
import { singular } from '../../records/called.js'
import { calledKey, type RecordSet, type Shape } from '../../records/record-table.js'
import { areTypicalOf } from './typical-fields.js'

/** Records with mostly the same fields. */
interface RecordKind {
  readonly keys: ReadonlySet<string>
  readonly shapes: ReadonlySet<Shape>
}

/** The records that a noun of the question means. */
export interface KindPlace {
  readonly noun: string
  /** What tells that they are called so. */
  readonly by: 'title or tag' | 'ids' | 'fields'
  readonly records: RecordSet
}

/**
 * GWT19: places a noun for the records ("books") by a title or a tag, by the prefix of their ids, or by fields that only
 * such records have. Undefined when nothing tells that there are any.
 */
export function placeNoun({ key }: PlacedWord, records: RecordSet): KindPlace | undefined {
  // "KX-103" is a name, stored or not, and no noun.
  if (!/^\p{L}{3,}$/u.test(key)) return undefined
  const noun = singular(key)
  const forms = singularForms(key)
  const called = rowsCalled(forms, records)
  if (called.length > 0) return { noun, by: 'title or tag', records: records.table.narrow(called) }
  const kinds = kindsOf(records)
  const prefixed = kinds.filter((kind) => hasPrefixOf(noun, kind, records))
  if (prefixed.length === 1) return { noun, by: 'ids', records: narrowTo(prefixed[0], records) }
  const fitting = kinds.filter(({ keys }) => forms.some((form) => areTypicalOf(form, [...keys])))
  return fitting.length === 1 ? { noun, by: 'fields', records: narrowTo(fitting[0], records) } : undefined
}

function rowsCalled(nouns: readonly string[], { table, rows }: RecordSet): readonly number[] {
  const column = table.column(calledKey)
  if (column === undefined) return []
  const codes = new Set(
    column.texts.flatMap((text, code) =>
      text !== '' && text.split('\n').some((called) => nouns.includes(called)) ? [code] : [],
    ),
  )
  return codes.size === 0 ? [] : rows.filter((row) => codes.has(column.codeAt(row)))
}

const narrowTo = ({ shapes }: RecordKind, records: RecordSet): RecordSet => {
  const own = records.rows.filter((row) => shapes.has(records.table.shape(row)))
  return own.length === records.rows.length ? records : records.table.narrow(own)
}

/** The share of common fields from which two shapes are one kind: a record may lack some. */
const leastAlike = 0.5

const kindsBySet = new WeakMap<RecordSet, readonly RecordKind[]>()

function kindsOf(records: RecordSet): readonly RecordKind[] {
  const known = kindsBySet.get(records)
  if (known !== undefined) return known
  const shapes = new Map<Shape, number>()
  for (const row of records.rows) {
    const shape = records.table.shape(row)
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1)
  }
  const kinds: { readonly keys: ReadonlySet<string>; readonly shapes: Set<Shape> }[] = []
  for (const [shape] of [...shapes].sort(([a, uses], [b, others]) => others - uses || b.keys.length - a.keys.length)) {
    const kind = kinds.find(({ keys }) => likeness(keys, shape.keys) >= leastAlike)
    if (kind === undefined) kinds.push({ keys: new Set(shape.keys), shapes: new Set([shape]) })
    else kind.shapes.add(shape)
  }
  kindsBySet.set(records, kinds)
  return kinds
}

function likeness(a: ReadonlySet<string>, b: readonly string[]): number {
  const common = b.filter((key) => a.has(key)).length
  return common / (a.size + b.length - common)
}

const idPattern = /^(?<prefix>\p{L}{2,8})[-_ ]?\d+$/u
const sampleSize = 20

/** "ORD-17" is an order, "BUG-4" a bug: the prefix has the noun's letters, in order. */
function hasPrefixOf(noun: string, { keys, shapes }: RecordKind, { table, rows }: RecordSet): boolean {
  const own: number[] = []
  for (const row of rows) {
    if (shapes.has(table.shape(row))) own.push(row)
    if (own.length === sampleSize) break
  }
  return [...keys].some((key) => {
    const column = table.column(key)
    const prefixes = own.flatMap((row) => {
      const code = column?.codeAt(row) ?? -1
      return code < 0 ? [] : [idPattern.exec(column?.texts[code] ?? '')?.groups?.prefix.toLowerCase() ?? '']
    })
    return (
      prefixes.length > 0 &&
      prefixes[0] !== '' &&
      prefixes.every((each) => each === prefixes[0]) &&
      abbreviates(prefixes[0], noun)
    )
  })
}

function abbreviates(prefix: string, noun: string): boolean {
  if (prefix[0] !== noun[0] || prefix.length > noun.length) return false
  let at = 0
  for (const letter of noun) if (letter === prefix[at]) at++
  return at === prefix.length
}
