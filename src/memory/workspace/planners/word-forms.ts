import { ownEntry } from '../../../plain-object.js'
import { stemEnglish } from '../../recall/text/english-stem.js'

/** Irregular participles, which stemming does not reduce to their verb. */
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
  lent: 'lend',
  fled: 'flee',
}

/** The verb of an irregular participle; any other word stays as it is. */
const baseOf = (word: string): string => ownEntry(baseOfParticiple, word) ?? word

export const isParticiple = (word: string): boolean => /[^e]ed$/.test(word) || Object.hasOwn(baseOfParticiple, word)

/** Forms for comparing words: "manager", "manages" and "managed" share at least one. */
export function wordForms(word: string): readonly string[] {
  const forms = [stemEnglish(baseOf(word))]
  const doer = /^(?<base>\p{L}{2,})(?:er|or|ee)s?$/u.exec(word)?.groups?.base
  if (doer !== undefined) forms.push(stemEnglish(doer), stemEnglish(`${doer}e`))
  return [...new Set([...forms, word])]
}
