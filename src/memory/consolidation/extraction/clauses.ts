import { areListed } from './name-types.js'
import { isGenericAcronym } from './no-names.js'
import { isVerb, type Mention, type Reading, wordAt as readWord } from './reading.js'

/** The subject of a verb. */
export type Subject =
  | { readonly kind: 'named'; readonly mentions: readonly Mention[] }
  /** "We"; "I"; "you"; a thing without a name; a sentence that begins with its verb; an unresolved subject. */
  | { readonly kind: 'we' | 'i' | 'you' | 'thing' | 'none' | 'unknown' }

/** A sentence with its mentions. */
export interface Clauses {
  readonly reading: Reading
  readonly mentions: readonly Mention[]
  /** The mentions of the previous sentence, to resolve "it" and "she". */
  readonly before: readonly Mention[]
}

const borders = /^(?:[;:—–()"“”]|but|because|so|while|although|though|whereas|if|when|unless|until|since)$/
const relative = /^(?:which|that|who)$/
const preposition =
  /^(?:in|of|for|on|at|from|with|by|to|about|during|per|into|via|through|using|as|than|over|instead|without|under|between|near|after|before|within)$/
// Words that may occur between a subject and its verb.
const auxiliary =
  /^(?:is|are|was|were|be|been|being|am|'s|has|have|had|will|shall|must|can|do|does|did|not|no|longer|doesn['’]t|don['’]t|didn['’]t|also|now|still|already|just|finally|currently|always|often|mostly|usually|only|directly|to|decided|decide|want|wants|wanted|going|plan|plans|planned|started|starts|began|agreed|a|an|the|got|itself|both|internally|recently|later|again|then)$/
const negation = /^(?:not|never|no|cannot|without|stop|stopped|nor|neither|hardly)$|n['’]t$/
const doubt =
  /^(?:might|may|could|would|should|maybe|perhaps|considered|considering|whether|wonder|wondering|plan|plans|planned|planning|hope|hopes|intend|intends|tried|try|trying|evaluate|evaluated|evaluating|if|asked|proposed|proposes|suggested|suggests|wanted)$/

const wordAt = ({ reading }: Clauses, at: number): string => readWord(reading, at)
export const mentionAt = ({ mentions }: Clauses, at: number): Mention | undefined =>
  mentions.find(({ from, to }) => from <= at && at < to)

const isNoun = ({ reading: { sentence, tags } }: Clauses, at: number): boolean =>
  tags(sentence.tokens[at]!.start).has('Noun')

const isVerbOutsideNames = (clauses: Clauses, at: number): boolean =>
  mentionAt(clauses, at) === undefined && isVerb(clauses.reading, at)

export function subjectOf(clauses: Clauses, verb: number): Subject {
  let at = verb - 1
  while (at >= 0 && mentionAt(clauses, at) === undefined && auxiliary.test(wordAt(clauses, at))) at--
  const word = wordAt(clauses, at)
  if (at < 0 || borders.test(word)) return { kind: 'none' }
  if (mentionAt(clauses, at) === undefined) {
    if (word === ',' || word === 'and' || word === 'then') return inheritedSubject(clauses, at)
    if (relative.test(word)) return nearest(clauses, at)
    const pronoun = pronounSubject(clauses, word, at)
    if (pronoun !== undefined) return pronoun
    if (isVerbOutsideNames(clauses, at)) return subjectOf(clauses, at)
  }
  return nounSubject(clauses, at)
}

/** "… and uses Y": the subject of the previous verb. */
function inheritedSubject(clauses: Clauses, at: number): Subject {
  for (let verb = at - 1; verb >= 0; verb--) {
    if (isVerbOutsideNames(clauses, verb)) return subjectOf(clauses, verb)
    if (borders.test(wordAt(clauses, verb))) break
  }
  const named = nearest(clauses, at)
  return named.kind === 'named' ? named : { kind: 'none' }
}

function nearest({ mentions }: Clauses, at: number): Subject {
  const mention = mentions.findLast(({ to }) => to <= at)
  return mention === undefined ? { kind: 'thing' } : { kind: 'named', mentions: [mention] }
}

function pronounSubject({ mentions, before }: Clauses, word: string, at: number): Subject | undefined {
  if (word === 'we') return { kind: 'we' }
  if (word === 'i' || word === 'you') return { kind: word }
  const isPerson = word === 'he' || word === 'she'
  if (!isPerson && word !== 'it')
    return /^(?:they|this|these|those|everyone|nobody|someone)$/.test(word) ? { kind: 'unknown' } : undefined
  const known = [...mentions.filter(({ to }) => to <= at), ...before]
  const meant = known.find(({ type }) => (type === 'PERSON') === isPerson)
  return meant === undefined ? { kind: 'unknown' } : { kind: 'named', mentions: [meant] }
}

function nounSubject(clauses: Clauses, last: number): Subject {
  let first = last
  const endsBefore = (at: number): boolean => {
    if (mentionAt(clauses, at) !== undefined) return false
    const word = wordAt(clauses, at)
    if (word === ',') return mentionAt(clauses, at - 1) === undefined || !isListComma(clauses, at)
    return borders.test(word) || relative.test(word) || isVerbOutsideNames(clauses, at)
  }
  while (first > 0 && !endsBefore(first - 1)) first--
  const inside = clauses.mentions.filter(({ from, to }) => from >= first && to <= last + 1)
  const head = inside.filter((mention) => !followsPreposition(clauses, mention, first))
  const subject = head.at(-1)
  if (subject === undefined) {
    const owner = wordAt(clauses, first)
    if (/^(?:his|her|their|your)$/.test(owner)) return { kind: 'unknown' }
    if (owner === 'my') return { kind: 'i' }
    // "Sharp uses …": an unrecognised name.
    const { text, isCapital } = clauses.reading.sentence.tokens[first]!
    const isUnknownName = first === last && isCapital && !isNoun(clauses, first) && !isGenericAcronym(text)
    return { kind: isUnknownName ? 'unknown' : 'thing' }
  }
  // "Anna's laptop needs …" is not about Anna.
  const isOwner = clauses.reading.sentence.tokens[subject.to - 1]!.isPossessive && subject.to <= last
  if (isOwner) return { kind: 'thing' }
  return { kind: 'named', mentions: withListed(clauses, subject) }
}

/** "… at Netflix, Anna works" is no list. */
const isList = (a: Mention, b: Mention, reading: Reading): boolean =>
  areListed(a, b, reading) && (a.type === 'PERSON') === (b.type === 'PERSON')

const isListComma = (clauses: Clauses, at: number): boolean => {
  const [left, right] = [mentionAt(clauses, at - 1), clauses.mentions.find(({ from }) => from > at)]
  return left !== undefined && right !== undefined && isList(left, right, clauses.reading)
}

function followsPreposition(clauses: Clauses, { from }: Mention, first: number): boolean {
  for (let at = from - 1; at >= first; at--) {
    if (mentionAt(clauses, at) !== undefined || /^(?:,|and|or)$/.test(wordAt(clauses, at))) return false
    if (preposition.test(wordAt(clauses, at))) return true
  }
  return false
}

/** The mention and those listed before it: "Bun and Deno". */
function withListed({ mentions, reading }: Clauses, last: Mention): readonly Mention[] {
  const listed = [last]
  for (let at = mentions.indexOf(last) - 1; at >= 0 && isList(mentions[at]!, listed[0]!, reading); at--) {
    listed.unshift(mentions[at]!)
  }
  // "… from Prometheus, and Alertmanager pages": a comma before the "and" of two begins another clause.
  return listed.length === 2 && last.from - listed[0]!.to === 2 ? [last] : listed
}

/** The mentions that follow as objects: the first within a few words, then those listed with it. */
export function objectsAfter(clauses: Clauses, start: number, acceptsWith: boolean): readonly Mention[] {
  const objects: Mention[] = []
  const { tokens } = clauses.reading.sentence
  // Names in a phrase such as "for sessions" are no objects, until the list continues.
  let isAside = false
  let isAsideNamed = false
  let gap = 0
  for (let at = start; at < tokens.length; at++) {
    const mention = mentionAt(clauses, at)
    if (mention !== undefined) {
      // "… from GitLab, and Renovate opens": the subject of the next verb.
      if (objects.length > 0 && isVerb(clauses.reading, mention.to)) break
      if (isAside) isAsideNamed = true
      else objects.push(mention)
      at = mention.to - 1
      gap = 0
      continue
    }
    const word = wordAt(clauses, at)
    if (borders.test(word) || relative.test(word) || negation.test(word)) break
    if (/^(?:,|and|or|plus|&)$/.test(word)) {
      if (objects.length === 0) break
      isAside &&= isAsideNamed
      gap = 0
    } else if (preposition.test(word)) {
      if (objects.length === 0) break
      isAside = !(acceptsWith && (word === 'with' || word === 'via'))
      isAsideNamed = false
    } else if (isVerb(clauses.reading, at) || (!isAside && ++gap > 4)) break
  }
  return objects
}

export const isOnTop = (clauses: Clauses, at: number): boolean =>
  wordAt(clauses, at) === 'on' && wordAt(clauses, at + 1) === 'top' && wordAt(clauses, at + 2) === 'of'

/** Positions of the prepositions in the clause after `start`. */
export function findPrepositions(
  clauses: Clauses,
  start: number,
  prepositions: ReadonlySet<string>,
): readonly number[] {
  const found: number[] = []
  for (let at = start; at < clauses.reading.sentence.tokens.length; at++) {
    if (mentionAt(clauses, at) !== undefined) continue
    const word = wordAt(clauses, at)
    if (prepositions.has(word) || isOnTop(clauses, at)) found.push(at)
    else if (borders.test(word) || relative.test(word) || word === ',' || isVerb(clauses.reading, at)) break
  }
  return found
}

/** "Does not use", "might use", "no longer uses". */
export function isDenied(clauses: Clauses, verb: number): boolean {
  let hasSubject = false
  for (let at = verb - 1; at >= 0 && verb - at <= 12; at--) {
    const word = wordAt(clauses, at)
    // A negation before the comma belongs to another verb when this one has its own subject.
    if ((borders.test(word) && word !== 'if') || (word === ',' && hasSubject)) return false
    const isNamed = mentionAt(clauses, at) !== undefined
    if (!isNamed && (negation.test(word) || doubt.test(word))) return true
    hasSubject ||= isNamed || /^(?:we|i|it|he|she|they|you)$/.test(word)
  }
  return false
}

/** "No longer uses", "used to run on", "stopped using", "does not use … any more": it held, and does not now. */
export function isNoLonger(clauses: Clauses, verb: number): boolean {
  const { tokens } = clauses.reading.sentence
  const before = [3, 2, 1].map((back) =>
    mentionAt(clauses, verb - back) === undefined ? wordAt(clauses, verb - back) : '',
  )
  const [, second, last] = before
  if (second === 'no' && last === 'longer') return true
  if (second === 'used' && last === 'to') return true
  if (/^(?:stopped|stops|quit|ceased)$/.test(last!) && wordAt(clauses, verb).endsWith('ing')) return true
  if (!before.some((word) => /^(?:not|never)$|n['’]t$/.test(word))) return false
  for (let at = verb + 1; at < tokens.length && at - verb < 12; at++) {
    const word = wordAt(clauses, at)
    if (borders.test(word)) return false
    if (word === 'anymore' || (word === 'any' && /^(?:more|longer)$/.test(wordAt(clauses, at + 1)))) return true
  }
  return false
}

export const isPassive = (clauses: Clauses, verb: number): boolean => {
  for (let at = verb - 1; at >= 0; at--) {
    const word = wordAt(clauses, at)
    if (/^(?:is|are|was|were|be|been|being|gets|got)$/.test(word)) return true
    if (mentionAt(clauses, at) !== undefined || !auxiliary.test(word)) return false
  }
  return false
}
