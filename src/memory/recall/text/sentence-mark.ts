import { isQuestion } from '../query/question.js'
import { germanicPhrases } from './said-as-germanic.js'
import type { SaidAsPhrases } from './said-as-phrases.js'
import { romancePhrases } from './said-as-romance.js'
import { foldLine, wordPattern } from './word-pattern.js'

/** REC18. Stored as numbers in this order: append only. */
export const saidAsMarks = ['plan', 'question', 'denial', 'hearsay'] as const
export type SaidAs = (typeof saidAsMarks)[number]

const all = [...germanicPhrases, ...romancePhrases]
const patternOf = (key: keyof SaidAsPhrases, start = '') =>
  wordPattern(all.flatMap((phrases) => phrases[key].map((phrase) => start + phrase)))

const patterns = {
  plan: patternOf('plan'),
  condition: patternOf('condition'),
  intent: patternOf('intent'),
  open: patternOf('open'),
  asked: patternOf('asked'),
  denial: patternOf('denial'),
  rebuttal: patternOf('rebuttal'),
  hearsay: patternOf('hearsay'),
  reports: patternOf('reports', '^'),
  settled: patternOf('settled'),
  instead: patternOf('instead'),
}

// Commas that German and Dutch put before a subordinate clause do not end the main one.
const clauseEnd =
  /,(?! (?:ob|dass|wann|wer|wie|wo|was|warum|welche[rsnm]?|aus|zu|of|dat)\b)|[;:–—(]|\s-\s|\b(?:but|because|although|unless|aber|weil|obwohl|mais|parce|pero|porque|perche|mas|maar|omdat)\b/g
// "…, they sit on the new server": what is so instead.
const replacement =
  /[,;:–—] (?:they|we|it|he|she|i)(?:'\w+)? |[,;:–—] (?:wir|er|sie|es|ich|il|elle|ils|nous|on|es|son|ze|hij|we) /
// Shorter heads are lead-ins: "so no, …", "Ok, …".
const minHeadWords = 4
const maxHeadCharacters = 300
const minStatementWords = 3
// A name is up to three capitalised words; a sentence that opens with an article tells of a thing that "says" something.
const named = /^\s*(\p{Lu}[\p{L}\p{M}'’-]*(?:\s\p{Lu}[\p{L}\p{M}'’-]*){0,2})\s(\p{Ll}.*)$/u
const article =
  /^(?:the|a|an|our|my|der|die|das|ein|eine|unsere?|meine?|le|la|les|un|une|el|los|las|una|il|lo|gli|o|os|as|um|uma|de|het|een|i|we|he|she|it|they|you|display|doctor|google)\b/
const namedTold = /^told \p{Lu}|^hat \p{Lu}\S* (?:erzählt|gesagt)/u
const fixedDate =
  /\b\d{1,2}(?::\d\d|\.| ?[ap]m|st|nd|rd|th)?\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:tomorrow|tonight|today)\b|\b(?:mon|diens|donners|frei|sams|sonn)tag\b|\bmittwoch\b|\b(?:heute|morgen|demain|manana|domani|amanha|morgen)\b/
const request =
  /^(?:ok |hey |please )?(?:can|could|will|would) you (?:please )?(?:note|remember|write|save|store|keep|put|add|book|remind me (?:to|that))\b|\b(?:kannst|konntest) du (?:dir |bitte )*(?:merken|notieren)\b/
const agreement = /,? (?:ok|okay|alright|deal|got it|klar|ja|d'accord|vale|va bene|esta bem|oke)\?+$/
const deliberation =
  /^(?:so |ok )?(?:should|shall) (?:we|i)\b|^(?:sollen|sollten) wir\b|^soll ich\b|^what if we\b|^et si\b|^devrions\b|^deberiamos\b|^dovremmo\b|^deveriamos\b|^zullen we\b/
// "how much is the rent": only short ones, since "what is needed: …" and "when is …, call Colm" state something.
const askedWithoutMark =
  /^(?:and |so |ok )?(?:what|who|where|when|which|how)(?: \w+)?(?:'s| is| are| was| were| does| did| do) (?:we|i|you|he|she|they|it|the|my|our|his|her|their)\b[^,:;–—]{1,60}$/

/** How one sentence is said. */
export type SentenceMark = SaidAs | 'report of a question' | 'stated' | 'filler'

export interface Sentence {
  readonly folded: string
  readonly mark: SentenceMark
  /** Rejects what the sentences before it say. */
  readonly isRebuttal: boolean
  /** Leaves open what the sentences before it say: "Nothing signed yet." */
  readonly isOpen: boolean
}

/** The main clause: up to the first break after a few words. */
function headOf(folded: string): string {
  const start = folded.slice(0, maxHeadCharacters)
  for (const { index } of start.matchAll(clauseEnd)) {
    if (start.slice(0, index).trim().split(' ').length >= minHeadWords) return start.slice(0, index).trim()
  }
  return start
}

/** Whether somebody with a name tells what is not about themselves. */
function isReport(sentence: string): boolean {
  const [, name, rest] = named.exec(sentence.slice(0, maxHeadCharacters)) ?? []
  if (name === undefined || article.test(foldLine(name))) return false
  return namedTold.test(rest) || patterns.reports.test(foldLine(rest))
}

/** What is asked; a request to note something is none, and "should we …?" weighs a plan. */
function markOfQuestion(folded: string): SentenceMark {
  if (deliberation.test(folded)) return 'plan'
  return request.test(folded) ? 'stated' : 'question'
}

function markOfStatement(sentence: string, folded: string, head: string): SentenceMark {
  if (patterns.asked.test(head)) return 'report of a question'
  if (patterns.hearsay.test(head) || isReport(sentence)) return 'hearsay'
  if (patterns.plan.test(head) || patterns.condition.test(folded.slice(0, maxHeadCharacters))) return 'plan'
  if (patterns.intent.test(head) && !fixedDate.test(folded)) return 'plan'
  if (patterns.denial.test(head) && !patterns.instead.test(folded) && !replacement.test(folded)) return 'denial'
  return head.split(' ').length < minStatementWords ? 'filler' : 'stated'
}

/** Whether it says what holds now. */
export function isSettled(folded: string): boolean {
  return patterns.settled.test(folded) || patterns.instead.test(folded)
}

export function readSentence(sentence: string): Sentence {
  const folded = foldLine(sentence)
  if ((isQuestion(sentence) && !agreement.test(folded)) || askedWithoutMark.test(folded)) {
    return { folded, mark: markOfQuestion(folded), isRebuttal: false, isOpen: false }
  }
  const head = headOf(folded)
  if (patterns.rebuttal.test(head)) return { folded, mark: 'denial', isRebuttal: true, isOpen: false }
  if (patterns.open.test(folded)) return { folded, mark: 'plan', isRebuttal: false, isOpen: true }
  return { folded, mark: markOfStatement(sentence, folded, head), isRebuttal: false, isOpen: false }
}
