import { type PlacedWord, range, wordSet } from '../phrases.js'
import { isParticiple } from './word-forms.js'

/*
 * GWT19: what the grammar of a sentence asks for and no plan has an operation for, whatever the memory holds. A word that
 * stands in a name of the memory is exempt: "The Next Day" is a record.
 */

const timeUnits = wordSet(`time day week weekend month quarter season term semester year decade century morning
  afternoon evening night hour minute days weeks months quarters years hours spring summer autumn fall winter`)
const deictic = wordSet('this these that those last next past previous coming current present')
const pronouns = wordSet(`it its itself he him his himself she her hers herself they them their theirs themselves
  one's another such`)
const demonstratives = wordSet('this these those')
/** "this list", "those who …", "those in Oslo" */
const afterDemonstrative = wordSet(`list lists table tables sheet memory store record records item items entry entries
  who that which with without whose in of at from`)
const having = wordSet('has have had')
const attributive = wordSet('the a an any no most best highest lowest least worst not')
const naming = wordSet('named called labelled labeled tagged marked listed recorded known')
const lasting = wordSet('has have had did was were been will since ago')

/** Positions of words that need an operation which no plan has. */
export function unplannable(
  words: readonly PlacedWord[],
  isName: (at: number) => boolean,
  isEvent: (word: string) => boolean,
): readonly number[] {
  const isAfterName = (at: number) => range(0, at).some(isName)
  const last = words.length - 1
  return words.flatMap(({ key, endsSentence }, at) => {
    // A second sentence asks a second thing, or says what the first depends on.
    if (endsSentence && at < last) return isName(at) ? [at + 1] : [at]
    if (isName(at)) return []
    const next = words[at + 1]?.key ?? ''
    if (deictic.has(key) && timeUnits.has(next)) return [at, at + 1]
    if (demonstratives.has(key) && !afterDemonstrative.has(next)) return [at]
    // What a pronoun stands for must have been named.
    if (pronouns.has(key) && !isAfterName(at)) return [at]
    if (key === 'as' && !isRole(words, at, isName)) return [at]
    if (having.has(key)) return perfect(words, at, isName, isEvent)
    // "How long has Ann owned it" asks for a duration, not for a length.
    const asksDuration = key === 'how' && next === 'long' && words.slice(at + 2).some((word) => lasting.has(word.key))
    return asksDuration ? [at + 1] : []
  })
}

/** "marked as done", "Santiago as its capital", but not "as long as". */
function isRole(words: readonly PlacedWord[], at: number, isName: (at: number) => boolean): boolean {
  const next = ['its', 'their', 'the', 'a', 'an'].includes(words[at + 1]?.key ?? '') ? at + 2 : at + 1
  return naming.has(words[at - 1]?.key ?? '') || (at > 0 && isName(at - 1) && isName(next))
}

/** "Which boats has Ann owned": what was and perhaps is no more, unless it happened once and for ever ("has written"). */
function perfect(
  words: readonly PlacedWord[],
  at: number,
  isName: (at: number) => boolean,
  isEvent: (word: string) => boolean,
): readonly number[] {
  const end = Math.min(words.length, at + 6)
  for (let place = at + 1; place < end; place++) {
    const { key } = words[place]
    if (key === 'been') return [place]
    if (isName(place) || !isParticiple(key)) continue
    const before = words[place - 1].key
    const isVerb = (place === at + 1 || isName(place - 1)) && !attributive.has(before)
    return isVerb && !isEvent(key) ? [place] : []
  }
  return []
}

const joins = wordSet('and but or nor &')

/**
 * Positions of "and", "but" and "or" that do not join two of a kind: "boats and berths" counts two things. "And" joins
 * conditions, which a record must all meet; "or" joins values of one field. `conditionAt` gives the fields of a condition.
 */
export function openConjunctions(
  words: readonly PlacedWord[],
  isName: (at: number) => boolean,
  conditionAt: (at: number) => readonly string[] | undefined,
  isBound: (at: number) => boolean,
): readonly number[] {
  return words.flatMap(({ key }, at) => {
    if (!joins.has(key) || isName(at) || isBound(at)) return []
    const before = nearest(words, at - 1, -1, conditionAt)
    const after = nearest(words, at + 1, 1, conditionAt)
    const isJoined = before !== undefined && after !== undefined
    const isSame =
      isJoined && (key === 'and' || key === 'but' || key === '&' || before.some((field) => after.includes(field)))
    return isSame ? [] : [at]
  })
}

/** What may stand between a condition and the word that joins it to another. */
const between =
  wordSet(`the a an in on at of to from for with by as is are was were be has have had having that which who
  whose where not without no its their created ordered due shipped published started`)

function nearest(
  words: readonly PlacedWord[],
  from: number,
  step: 1 | -1,
  conditionAt: (at: number) => readonly string[] | undefined,
): readonly string[] | undefined {
  for (let at = from; at >= 0 && at < words.length; at += step) {
    const fields = conditionAt(at)
    if (fields !== undefined) return fields
    if (!between.has(words[at].key)) return undefined
  }
  return undefined
}
