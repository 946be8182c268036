import { labelKey } from '../../records/record-table.js'
import { type Interpretation, interpretation } from './interpretation.js'
import { anyRecordNouns, collectionNouns, kindFields } from './lexicon.js'
import { asksForDistinct, headField, hintedByWords } from './meaning.js'
import type { Reading } from './reading.js'

const asking =
  /^ (?:please )?(?:can you |could you )?(?:list|show|give|find|display|enumerate|name|get|fetch|return|tell|which|what|what's|whats|who|whose|when|where|how much|how old|how tall|how heavy|how long|are there|is there) /
const askingWhich = / (?:list|show|give|which|what|name|enumerate|display|get|find|fetch|return|who) $/

/** "list the lamps in North", "which regions …", "what is the price of the Lamp?" */
export function readListing(reading: Reading): Interpretation | undefined {
  const asked = asking.exec(reading.text)
  if (asked === null) return undefined
  const head = headField(reading, asked[0].length)
  const isLookup = reading.criteria.some(({ test }) => test === 'is')
  const isPlural = head !== undefined && /s$/.test(reading.words[head.to - 1].key)
  if (head !== undefined && askingWhich.test(asked[0]) && (isPlural || !isLookup || asksForDistinct(reading))) {
    return interpretation('distinct', reading, { metric: head.field.key })
  }
  const hinted = /^ (?:how|what) /.test(reading.text) ? hintedByWords(reading) : undefined
  const metric = reading.fields.at(0)?.field.key ?? hinted
  if (metric !== undefined && isLookup) return interpretation('filter', reading, { metric })
  if (metric !== undefined && asksForDistinct(reading)) return interpretation('distinct', reading, { metric })
  // "Where is the Lamp?" and "what is in North?" do not say of which records to tell what.
  if (/^ (?:when|where|how) /.test(asked[0]) || (/^ what(?:'s|s)? $/.test(asked[0]) && !namesRecords(reading)))
    return undefined
  return reading.criteria.length === 0 ? undefined : interpretation('filter', reading)
}

/** A noun says what is asked for: records, or those of some kind. */
const namesRecords = ({ words, values, kinds, unexplained }: Reading): boolean =>
  kinds.length > 0 ||
  unexplained.length > 0 ||
  values.some(({ fields }) => fields.includes(labelKey) || fields.some((field) => kindFields.has(field))) ||
  words.some(({ key }) => anyRecordNouns.has(key) || collectionNouns.has(key))
