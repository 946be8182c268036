import { stopWords } from '../../recall/text/stop-words.js'
import { parseTime } from '../../time.js'
import { wordSet } from '../phrases.js'
import { parseDecimal } from './decimal.js'
import type { PairList } from './pair-list.js'

/*
 * GWT7: prose with a colon is not a record. A list of pairs is a record when its names could be field names and it
 * contains data: a number, a date, a common attribute name or a spelling that only programs use. Chats and notes contain
 * pairs, too ("Alice: hi / Bob: hello", "Note: … Reminder: …"); in doubt the list is not a record.
 */

const words = (text: string): string[] => text.split(/[^\p{L}\p{N}\p{M}'’]+/u).filter((word) => word !== '')

/** Common names of fields. */
const attributes =
  wordSet(`id uid uuid key code sku ref reference number no num nr name title label heading type kind category
  class genre group tag tags status state stage phase priority severity level rank rating score grade region country city
  town state province location place address site store branch zone area continent street zip postcode color colour size
  weight height width length depth volume capacity shape material brand model make maker manufacturer vendor supplier
  seller buyer customer client company organization organisation employer department team role position job occupation
  owner author creator writer artist director editor publisher assignee manager lead leader contact person user username
  email mail phone mobile fax url link website domain host hostname server port ip version release build branch commit
  environment env language locale currency price cost amount total subtotal tax fee discount revenue sales sale profit
  margin budget salary income rent quantity qty count units stock inventory balance age birthday dob born year month week
  day date time start end due deadline created updated duration hours minutes seconds distance speed temperature humidity
  pressure population product item order invoice sku description plan project task ticket issue bug feature topic subject
  course book movie film song album track game sport club school university species genus family breed gender sex
  nationality religion symbol abbreviation format channel source target origin destination method action event result
  outcome parent child capital currency timezone`)

/** Words that open a remark, not a field. */
const remarks =
  wordSet(`note notes todo reminder reminders warning tip tips hint fyi ps nb question questions answer q a re
  fwd fw example examples update remember also then first second third finally however important attention caution
  conclusion reason meaning problem solution today tomorrow yesterday monday tuesday wednesday thursday friday saturday
  sunday morning afternoon evening noon tonight dear hello hi hey ok okay actually basically honestly summary idea thought
  thoughts fact lesson quote pros cons pro con`)

/** Words that occur in sentences and code, never in field names. */
const sentenceWords =
  wordSet(`said says say told asked asks replied thinks thought wrote means meant const var int def return
  export import function class public private set echo select where insert else elif while`)
const inNames = wordSet('of to in by at per no on from for until due is has own over under every each')

const interjections =
  wordSet(`hi hello hey ok okay yes no yeah yep nope sure thanks thank bye lol cool great nice wow hm hmm oh
  please sorry welcome morning done agreed right exactly`)

const namePattern = /^[\p{L}_#][\p{L}\p{N}\p{M}_ ./()%#&'’-]{0,47}$/u
const programName = /^[\p{Ll}\p{N}]+(?:_[\p{L}\p{N}]+)+$|^\p{Ll}+(?:\p{Lu}\p{Ll}+)+$/u
const measure = /^(?:[$€£¥]\s?)?[-+−]?\d[\d,]*(?:\.\d+)?\s?(?:%|°?\p{L}{1,4}|[$€£¥])?$/u
const clock = /^\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?$/iu
const address = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$|^https?:\/\/\S+$/u
const boolean = /^(?:true|false|yes|no)$/iu
const closing = /[.!…]["'”’)]?$/u
const twoSentences = /[.!?]\s+\p{Lu}/u

/** `layout`: all pairs on one line, or each pair on its own line. */
export function looksLikeRecord({ pairs, sign }: Pick<PairList, 'pairs' | 'sign'>, layout: 'line' | 'lines'): boolean {
  const names = pairs.map(([name]) => name)
  const texts = pairs.map(([, text]) => text).filter((text) => text !== '')
  if (texts.length < 2 || !names.every(couldBeName) || texts.some((text) => /[?？]$/u.test(text))) return false
  const prose = texts.filter(isProse).length
  if (prose > texts.length - prose) return false
  if (layout === 'line' && (prose > 0 || texts.some((text) => words(text).length > 8))) return false
  const hasData = texts.some(isData)
  if (sign === '=') return hasData || names.every((name) => name.length > 1)
  if (names.every(isRemark) || (layout === 'line' && isRemark(names[0]))) return false
  if (hasData || names.some((name) => programName.test(name) || namesAttribute(name))) return true
  const isLowerCase = names.every((name) => /^\p{Ll}/u.test(name))
  return texts.every(isPlain) && (layout === 'line' ? isLowerCase && pairs.length > 2 : isLowerCase || pairs.length > 2)
}

/** Whether a text could be the name of a field, or a label before or above the pairs. */
export function couldBeName(name: string): boolean {
  const parts = words(name).map((word) => word.toLowerCase())
  if (!namePattern.test(name) || parts.length === 0 || parts.length > 5) return false
  // A single letter is a variable.
  if (parts.length === 1 && parts[0].length === 1) return true
  return parts.every((word) => !sentenceWords.has(word) && (!stopWords('en').has(word) || inNames.has(word)))
}

const lastWord = (name: string): string => words(name).at(-1)?.toLowerCase() ?? ''
const isRemark = (name: string): boolean => remarks.has(name.trim().toLowerCase())
const namesAttribute = (name: string): boolean =>
  attributes.has(lastWord(name)) || attributes.has(words(name)[0]?.toLowerCase())

function isData(text: string): boolean {
  if (parseDecimal(text) !== undefined || parseTime(text) !== undefined) return true
  return [measure, clock, address, boolean].some((pattern) => pattern.test(text))
}

function isProse(text: string): boolean {
  const { length } = words(text)
  return length > 12 || (length >= 4 && closing.test(text)) || twoSentences.test(text)
}

/** A few nouns, not an utterance. */
function isPlain(text: string): boolean {
  const parts = words(text).map((word) => word.toLowerCase())
  return (
    parts.length <= 5 &&
    !/[.!,;]$/u.test(text) &&
    parts.every((word) => !stopWords('en').has(word) && !interjections.has(word))
  )
}
