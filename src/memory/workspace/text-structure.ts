import type { Facets } from '../memory.js'
import { parseTriples, type Triple } from './planners/graph/triples.js'
import { parseRecords } from './records/parse-records.js'
import { type ParsedRecord, toRecord } from './records/record.js'
import { mayHoldRecords } from './records/workspace-tags.js'

/** The records (GWT7) and graph facts (GWT9) of a text, as they are stored. Plain JSON. */
export interface TextStructure {
  readonly records: readonly StoredRecord[]
  readonly triples: readonly (readonly [subject: string, relation: string, object: string])[]
  /** What the memory is filed under, if it has records; absent in structures that an older version has stored. */
  readonly tags?: readonly string[]
}

/** Names and texts as the user wrote them. Values are parsed on load, so that a better parser needs no migration. */
interface StoredRecord {
  readonly label: string | null
  /** The title above its table or list; absent without one. */
  readonly title?: string
  readonly fields: readonly (readonly [name: string, text: string])[]
}

/** Parses a memory once, when it is written. Undefined when its text has no structure. */
export function structureOf(memory: {
  readonly text: string
  readonly tags: readonly string[]
  readonly facets?: Facets
}): TextStructure | undefined {
  if (!mayHoldRecords(memory) || isPlain(memory.text)) return undefined
  const records = parseRecords(memory.text).map(toStored)
  const triples = parseTriples(memory.text).map(({ subject, relation, object }) => [subject, relation, object] as const)
  if (records.length + triples.length === 0) return undefined
  const tags = records.length === 0 ? [] : filedUnder(memory)
  return { records, triples, ...(tags.length === 0 ? {} : { tags }) }
}

const bracketsAndArrows = /[{|→⟶]|->|=>/u
const signs = /[:=]/gu

/** A text without brackets or arrows and with at most one colon or equals sign, as most are, has no structure to parse. */
export function isPlain(text: string): boolean {
  if (bracketsAndArrows.test(text)) return false
  signs.lastIndex = 0
  return !signs.test(text) || !signs.test(text)
}

/** Types of entities that name no kind of record. */
const plainTypes = ['FACT', 'CONCEPT']

function filedUnder({
  tags,
  facets,
}: {
  readonly tags: readonly string[]
  readonly facets?: Facets
}): readonly string[] {
  const type = facets?.entity_type
  return [...tags, ...(typeof type === 'string' && !plainTypes.includes(type) ? [type.toLowerCase()] : [])]
}

export const recordsIn = ({ records, tags = [] }: TextStructure): readonly ParsedRecord[] =>
  records.flatMap(({ label, title, fields }) => {
    const filed = { ...(title === undefined ? {} : { title }), ...(tags.length === 0 ? {} : { tags }) }
    return toRecord(fields, { label, ...filed }) ?? []
  })

export const triplesIn = ({ triples }: TextStructure): readonly Omit<Triple, 'memoryId'>[] =>
  triples.map(([subject, relation, object]) => ({ subject, relation, object }))

const toStored = ({ label, title, fields }: ParsedRecord): StoredRecord => ({
  label,
  ...(title === undefined ? {} : { title }),
  fields: fields.map(({ name, text }) => [name, text]),
})
