import { foldText } from './fold-text.js'
import { type Signal, signals } from './instruction-signals.js'
import { respell } from './respell.js'

export interface InstructionScore {
  readonly score: number
  /** The signals that were found, strongest first. */
  readonly signals: readonly string[]
}

/** At this score a text reads like an instruction to an agent: measured in `instruction-score.test.ts`. */
export const instructionThreshold = 0.7
/** Longer texts are read in windows of a few sentences: what is far apart does not add up. */
const windowLength = 320
const windowStep = 160

/** Letters that a reader does not see between others, or that turn them around: nothing honest needs them between letters. */
const hidden = /[\u{e0020}-\u{e007f}]|[\u202d\u202e]|[A-Za-z][\u200b\u2060-\u2064\ufeff\u00ad]+[A-Za-z]/u
const hiddenWeight = 0.5
/** Rules of a team say "always", "you must" and "from now on", too: such words alone never reach the threshold. */
const strong = 0.4
const mostOfWeak = 0.6
const strongSignals = signals.filter(({ weight }) => weight >= strong)
/** Enough by themselves, so that they are also looked for where words are spelt in other ways. */
const decisive = signals.filter(({ weight }) => weight >= instructionThreshold)

/** The highest score of a part of the text. The same text in any spelling of its letters has the same score. */
export function instructionScore(text: string): InstructionScore {
  let best: InstructionScore = { score: 0, signals: [] }
  for (let from = 0; from === 0 || from + (windowLength - windowStep) < text.length; from += windowStep) {
    const found = scoreOf(text.slice(from, from + windowLength))
    if (found.score > best.score) best = found
  }
  return best
}

/** Most texts have no strong signal, so that they need not be read in windows. */
export function readsLikeInstruction(text: string): boolean {
  const folded = foldText(text)
  const mayRead =
    hidden.test(text) || strongSignals.some((signal) => isFound(signal, folded)) || findRespelt(text).length > 0
  return mayRead && instructionScore(text).score >= instructionThreshold
}

function scoreOf(text: string): InstructionScore {
  const folded = foldText(text)
  const found = new Map<string, number>()
  for (const signal of signals) {
    const { name, weight } = signal
    if (weight > (found.get(name) ?? 0) && isFound(signal, folded)) found.set(name, weight)
  }
  for (const { name, weight } of findRespelt(text)) found.set(name, Math.max(weight, found.get(name) ?? 0))
  if (hidden.test(text)) found.set('hidden characters', hiddenWeight)
  const ordered = [...found].sort(([, a], [, b]) => b - a)
  const sum = ordered.reduce((total, [, weight]) => total + weight, 0)
  const [[, strongest] = ['', 0]] = ordered
  const score = strongest < strong ? Math.min(sum, mostOfWeak) : sum
  return { score: Math.round(score * 100) / 100, signals: ordered.map(([name]) => name) }
}

function findRespelt(text: string): readonly Signal[] {
  const readings = respell(text).map(foldText)
  return decisive.filter((signal) => readings.some((reading) => isFound(signal, reading)))
}

/** What is enough by itself is found across line breaks, too. */
const isFound = ({ weight, pattern }: Signal, folded: string): boolean =>
  pattern().test(folded) || (weight >= instructionThreshold && pattern().test(folded.replaceAll('\n', ' ')))
