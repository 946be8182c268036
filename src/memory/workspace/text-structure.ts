import { parseTriples, type Triple } from './planners/graph/triples.js'
import { mayHoldRecords } from './records/own-writing.js'
import { parseRecords } from './records/parse-records.js'
import { type ParsedRecord, toRecord } from './records/record.js'

/** What a text holds besides words, as it is stored: records (GWT7) and facts of the graph (GWT9). Plain JSON. */
export interface TextStructure {
  readonly records: readonly StoredRecord[]
  readonly triples: readonly (readonly [subject: string, relation: string, object: string])[]
}

/** Names and texts as the user wrote them; what they mean is read again, so that a better reading needs no migration. */
interface StoredRecord {
  readonly label: string | null
  readonly fields: readonly (readonly [name: string, text: string])[]
}

/** Read once, when it is written. Undefined when the text is only text. */
export function structureOf(memory: {
  readonly text: string
  readonly tags: readonly string[]
}): TextStructure | undefined {
  if (!mayHoldRecords(memory) || isPlain(memory.text)) return undefined
  const records = parseRecords(memory.text).map(toStored)
  const triples = parseTriples(memory.text).map(({ subject, relation, object }) => [subject, relation, object] as const)
  return records.length + triples.length === 0 ? undefined : { records, triples }
}

const bracketsAndArrows = /[{|→⟶]|->|=>/u
const signs = /[:=]/gu

/** No bracket, no arrow, at most one colon or equals sign: most texts, and nothing to take apart. */
export function isPlain(text: string): boolean {
  if (bracketsAndArrows.test(text)) return false
  signs.lastIndex = 0
  return !signs.test(text) || !signs.test(text)
}

export const recordsIn = ({ records }: TextStructure): readonly ParsedRecord[] =>
  records.flatMap(({ label, fields }) => toRecord(fields, label) ?? [])

export const triplesIn = ({ triples }: TextStructure): readonly Omit<Triple, 'memoryId'>[] =>
  triples.map(([subject, relation, object]) => ({ subject, relation, object }))

const toStored = ({ label, fields }: ParsedRecord): StoredRecord => ({
  label,
  fields: fields.map(({ name, text }) => [name, text]),
})
