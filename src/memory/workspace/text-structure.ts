import { parseTriples, type Triple } from './planners/graph/triples.js'
import { parseRecords } from './records/parse-records.js'
import { type ParsedRecord, toRecord } from './records/record.js'
import { mayHoldRecords } from './records/workspace-tags.js'

/** The records (GWT7) and graph facts (GWT9) of a text, as they are stored. Plain JSON. */
export interface TextStructure {
  readonly records: readonly StoredRecord[]
  readonly triples: readonly (readonly [subject: string, relation: string, object: string])[]
}

/** Names and texts as the user wrote them. Values are parsed on load, so that a better parser needs no migration. */
interface StoredRecord {
  readonly label: string | null
  readonly fields: readonly (readonly [name: string, text: string])[]
}

/** Parses a memory once, when it is written. Undefined when its text has no structure. */
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

/** A text without brackets or arrows and with at most one colon or equals sign, as most are, has no structure to parse. */
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
