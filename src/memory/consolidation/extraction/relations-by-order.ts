import { type Clauses, mentionAt } from './clauses.js'
import { type OrderCue, type OrderGrammar, orderGrammars } from './order-cues.js'
import { wordAt as readWord } from './reading.js'
import { type End, type Party, pair, type Stated, toEnd } from './relation-ends.js'

/** Relations in a language without tags: between the nearest names before and after the verb. */
export function relationsByOrder(clauses: Clauses, party: Party): Stated[] {
  const { sentence, language } = clauses.reading
  const grammar = orderGrammars[language]
  if (grammar === undefined || sentence.isQuestion) return []
  return sentence.tokens.flatMap((token, at) => {
    if (mentionAt(clauses, at) !== undefined) return []
    if (grammar.made?.words.test(token.lower)) return made(clauses, grammar, at, party)
    const cue = grammar.cues.find(({ words }) => words.test(token.lower))
    return cue === undefined || isNegated(clauses, grammar, at) ? [] : said(clauses, grammar, cue, at, party)
  })
}

const wordAt = ({ reading }: Clauses, at: number): string => readWord(reading, at)

function isNegated(clauses: Clauses, { negation }: OrderGrammar, at: number): boolean {
  return [-2, -1, 1, 2].some((step) => negation.test(wordAt(clauses, at + step)))
}

function said(clauses: Clauses, grammar: OrderGrammar, cue: OrderCue, at: number, party: Party): Stated[] {
  return pair(cue.type, subject(clauses, grammar, at, party), objects(clauses, grammar, cue, at))
}

function subject(clauses: Clauses, grammar: OrderGrammar, at: number, { project, speaker }: Party): readonly End[] {
  const start = lastBorder(clauses, grammar, at)
  const free = clauses.mentions.filter(
    ({ from, to }) => from >= start && to <= at && !grammar.prepositions.test(wordAt(clauses, from - 1)),
  )
  if (free.length > 0) return [toEnd(free[0]!)]
  const around = clauses.reading.sentence.tokens.slice(start, at + 2)
  if (speaker !== null && around.some(({ lower }) => grammar.i.test(lower))) return [{ name: speaker, type: 'PERSON' }]
  return project === null ? [] : [{ name: project, type: 'PROJECT' }]
}

function lastBorder(clauses: Clauses, { borders }: OrderGrammar, at: number): number {
  for (let start = at; start > 0; start--) if (borders.test(wordAt(clauses, start - 1))) return start
  return 0
}

function objects(clauses: Clauses, grammar: OrderGrammar, { preposition }: OrderCue, at: number): readonly End[] {
  const found: End[] = []
  for (let next = at + 1; next < clauses.reading.sentence.tokens.length; next++) {
    const mention = mentionAt(clauses, next)
    const word = wordAt(clauses, next)
    if (mention === undefined) {
      if (grammar.borders.test(word) || grammar.cues.some(({ words }) => words.test(word))) break
      continue
    }
    const before = wordAt(clauses, mention.from - 1)
    const isObject = preposition === undefined ? !grammar.prepositions.test(before) : preposition.test(before)
    if (isObject) found.push(toEnd(mention))
    next = mention.to - 1
  }
  return found
}

function made(clauses: Clauses, grammar: OrderGrammar, at: number, party: Party): Stated[] {
  const work = subject(clauses, grammar, at, party)
  const after = (pattern: RegExp) =>
    clauses.mentions.filter(({ from, to }) => to <= at && pattern.test(wordAt(clauses, from - 1))).map(toEnd)
  return [...pair('USES', work, after(grammar.made!.with)), ...pair('PRODUCES', after(grammar.made!.by), work)]
}
