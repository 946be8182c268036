import { entryOf } from '../../entry-of.js'
import { stemEnglish } from '../../recall/english-stem.js'

/** What stemming does not bring together. */
const baseOfParticiple: Readonly<Record<string, string>> = {
  made: 'make',
  built: 'build',
  born: 'bear',
  kept: 'keep',
  held: 'hold',
  sold: 'sell',
  written: 'write',
  wrote: 'write',
  led: 'lead',
  run: 'run',
  known: 'know',
  sent: 'send',
  taken: 'take',
  given: 'give',
  found: 'find',
  bought: 'buy',
  taught: 'teach',
  driven: 'drive',
  grown: 'grow',
  won: 'win',
  paid: 'pay',
}

/** The verb, of a participle that has no ending; of any other word the word. */
const baseOf = (word: string): string => entryOf(baseOfParticiple, word) ?? word

export const isParticiple = (word: string): boolean => /[^e]ed$/.test(word) || Object.hasOwn(baseOfParticiple, word)

/** "manager", "manages" and "managed" meet in one of these. */
export function wordForms(word: string): readonly string[] {
  const forms = [stemEnglish(baseOf(word))]
  const doer = /^(?<base>\p{L}{2,})(?:er|or|ee)s?$/u.exec(word)?.groups?.base
  if (doer !== undefined) forms.push(stemEnglish(doer), stemEnglish(`${doer}e`))
  return [...new Set([...forms, word])]
}
