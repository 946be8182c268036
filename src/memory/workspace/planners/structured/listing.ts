import { type Interpretation, interpretation } from './interpretation.js'
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
  return reading.criteria.length === 0 ? undefined : interpretation('filter', reading)
}
