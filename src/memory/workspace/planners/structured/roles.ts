import { type PlacedWord, wordSet } from '../../phrases.js'
import { beforeArticle } from '../small-words.js'
import { isParticiple } from '../word-forms.js'
import type { ValueMention } from './mentions.js'

/*
 * GWT19: what stands before a value says which part it plays. "From Oslo" does not look for what goes to Oslo, and what
 * is "lost by Ann" need not be Ann's because its status is lost.
 */

const sources =
  wordSet(`from origin source start departure sender donor lender seller giver supplier vendor author writer
  by payer teacher host exporter`)
const targets = wordSet(`to destination target end arrival recipient receiver borrower payee buyer goal importer student
  beneficiary`)
const towards = wordSet('to for into towards')
const awayFrom = wordSet('from by')

/** Positions of prepositions that contradict the field which the value after them is bound to. */
export function contradictedRoles(words: readonly PlacedWord[], values: readonly ValueMention[]): readonly number[] {
  return values.flatMap(({ from, to, fields, fieldMention, verb }) => {
    const at = beforeArticle(words, from)
    const preposition = words[at]?.key ?? ''
    const before = words[at - 1]
    if (before !== undefined && preposition === 'by' && verb.length === 0) {
      const done = values.find((value) => value.to === at)
      if (done !== undefined && isParticiple(words[done.to - 1].key)) return [at - 1]
    }
    if (fieldMention !== undefined && fieldMention.to <= to) return []
    const last = fields.map((key) => key.slice(key.lastIndexOf(' ') + 1))
    const isAgainst =
      (towards.has(preposition) && last.every((word) => sources.has(word))) ||
      (awayFrom.has(preposition) && last.every((word) => targets.has(word)))
    return isAgainst ? [at] : []
  })
}
