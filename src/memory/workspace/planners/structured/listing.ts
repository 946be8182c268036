import { labelKey } from '../../records/record-table.js'
import { type Interpretation, interpretation } from './interpretation.js'
import { anyRecordNouns, collectionNouns, kindFields } from './lexicon.js'
import { asksForDistinct, headField, hintedByWords } from './meaning.js'
import type { ParsedQuestion } from './parse-question.js'

const asking =
  /^ (?:please )?(?:can you |could you )?(?:list|show|give|find|display|enumerate|name|get|fetch|return|tell|which|what|what's|whats|who|whose|when|where|how much|how old|how tall|how heavy|how long|are there|is there) /
const askingWhich = / (?:list|show|give|which|what|name|enumerate|display|get|find|fetch|return|who) $/

/** "list the lamps in North", "which regions …", "what is the price of the Lamp?" */
export function readListing(parsed: ParsedQuestion): Interpretation | undefined {
  const asked = asking.exec(parsed.text)
  if (asked === null) return undefined
  const head = headField(parsed, asked[0].length)
  const isLookup = parsed.criteria.some(({ test }) => test === 'is')
  const isPlural = head !== undefined && /s$/.test(parsed.words[head.to - 1].key)
  if (head !== undefined && askingWhich.test(asked[0]) && (isPlural || !isLookup || asksForDistinct(parsed))) {
    return interpretation('distinct', parsed, { metric: head.field.key })
  }
  const hinted = /^ (?:how|what) /.test(parsed.text) ? hintedByWords(parsed) : undefined
  const metric = parsed.fields.at(0)?.field.key ?? hinted
  if (metric !== undefined && isLookup) return interpretation('filter', parsed, { metric })
  if (metric !== undefined && asksForDistinct(parsed)) return interpretation('distinct', parsed, { metric })
  // "Where is the Lamp?" and "what is in North?" do not name the field or the records they want.
  if (/^ (?:when|where|how) /.test(asked[0]) || (/^ what(?:'s|s)? $/.test(asked[0]) && !namesRecords(parsed)))
    return undefined
  return parsed.criteria.length === 0 ? undefined : interpretation('filter', parsed)
}

/** A noun of the question names the records or their kind. */
const namesRecords = ({ words, values, kinds, unexplained }: ParsedQuestion): boolean =>
  kinds.length > 0 ||
  unexplained.length > 0 ||
  values.some(({ fields }) => fields.includes(labelKey) || fields.some((field) => kindFields.has(field))) ||
  words.some(({ key }) => anyRecordNouns.has(key) || collectionNouns.has(key))
