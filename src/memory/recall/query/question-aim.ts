import { languagesOfStopWord } from '../text/stop-words.js'
import { foldLine, wordPattern } from '../text/word-pattern.js'
import { isQuestion } from './question.js'
import { type AimPhrases, aimPhrases, periods } from './question-aim-phrases.js'

/** What a question looks for, besides what is. */
export interface QuestionAim {
  /** Whether it is put as a question, and not as a statement or as keywords. */
  readonly isQuestion: boolean
  /** How it was before, instead of how it is. */
  readonly past: boolean
  /** How it is now, in so many words. */
  readonly present: boolean
  readonly plans: boolean
  readonly denials: boolean
  readonly hearsay: boolean
}

type Patterns = Readonly<Record<keyof AimPhrases, RegExp>>

// Common words of one language mean something else in another ("no", "is", "prima"), so that the language is chosen.
const patternsOf = new Map<string, Patterns>(
  Object.entries(aimPhrases).map(([language, phrases]) => [
    language,
    Object.fromEntries(Object.entries(phrases).map(([key, sources]) => [key, wordPattern(sources)])) as Patterns,
  ]),
)
const period = wordPattern(periods)
const now = wordPattern([
  'now|current|currently|still|today|these days|at the moment|nowadays|any ?more|at present',
  'jetzt|inzwischen|aktuell|derzeit|momentan|nun|heute|nicht mehr|noch',
  'maintenant|actuellement|desormais|encore|en ce moment|ahora|actualmente|todavia|ya no',
  'adesso|ora|attualmente|ancora|agora|atualmente|ainda|nu|momenteel|tegenwoordig|nog',
])
const asks =
  /^(?:and |so |und |also |et |y |e |en )?(?:who|whom|whose|what|which|where|when|why|how|did|do|does|is|are|was|were|have|has|can|should|wer|wen|wem|was|welche[rsnm]?|wo|wann|warum|wie|wieviele?|hat|haben|habe|qui|que|quoi|quel(?:le)?s?|ou|quand|comment|combien|quien|cual|donde|cuando|como|cuanto|chi|cosa|quale|dove|quando|quanto|quem|qual|onde|wie|wat|waar|welke|hoeveel|wanneer)(?:'s)?\b/
// A question for the cause is about the event, whenever it was.
const why = wordPattern(['why', 'how come', 'warum', 'wieso', 'weshalb', 'pourquoi', 'por que', 'perche', 'waarom'])
const maxCharacters = 2000

// Related languages share function words, so that the runner-up may be the right one.
const minShareOfMost = 0.75

/** The languages with the most function words. */
function languagesOf(question: string): readonly string[] {
  const votes = new Map(Object.keys(aimPhrases).map((language) => [language, 0]))
  for (const word of question.toLowerCase().match(/[\p{L}']+/gu) ?? []) {
    for (const part of new Set([word, ...word.split("'")])) {
      for (const language of languagesOfStopWord.get(part) ?? []) {
        const count = votes.get(language)
        if (count !== undefined) votes.set(language, count + 1)
      }
    }
  }
  const most = Math.max(...votes.values())
  return most === 0
    ? ['en']
    : [...votes].filter(([, count]) => count >= minShareOfMost * most).map(([language]) => language)
}

type Find = (key: keyof AimPhrases) => boolean

function asksForPast(folded: string, find: Find): boolean {
  if (why.test(folded)) return false
  if (find('past')) return true
  return !find('present') && (find('before') || (find('state') && period.test(folded)))
}

const isAsked = (question: string, folded: string): boolean => isQuestion(question) || asks.test(folded)

/** Of a memory's text, or a question that it answers: what it is compared by (OPS6). */
export function textAim(text: string): QuestionAim {
  const question = text.slice(0, maxCharacters)
  const folded = foldLine(question)
  return {
    isQuestion: isAsked(question, folded),
    present: now.test(folded),
    past: false,
    plans: false,
    denials: false,
    hearsay: false,
  }
}

export function questionAim(text: string): QuestionAim {
  const question = text.slice(0, maxCharacters)
  const folded = foldLine(question)
  const spoken = languagesOf(question)
  const find: Find = (key) => spoken.some((language) => patternsOf.get(language)?.[key].test(folded))
  const isPut = isAsked(question, folded)
  return {
    isQuestion: isPut,
    past: asksForPast(folded, find),
    present: now.test(folded),
    // "I'm going to order …" tells what the asker is about to do; it does not ask for plans.
    plans: isPut && find('plans'),
    denials: isPut && find('denials'),
    hearsay: find('hearsay'),
  }
}
