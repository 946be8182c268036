import { instructionsIn } from '../../lessons/instructions.js'
import { isQuestion } from '../../recall/query/question.js'
import {
  agrees,
  announces,
  begsQuestion,
  decides,
  demands,
  explains,
  guesses,
  rejects,
  remains,
  reports,
  saysNothing,
  takesBack,
} from './phrases.js'
import { labelledItems, sentencesOf } from './sentences.js'
import type { Turn } from './turns.js'

/** A sentence that tells what a session came to. */
export interface Finding {
  readonly text: string
  /** Still to be done when the session ended. */
  readonly isOpen: boolean
  /** More for what explains or decides than for what merely reports. */
  readonly weight: number
  readonly from: 'user' | 'agent'
}

/** Names something: a number, code, a path, an identifier. */
const isSpecific = (text: string): boolean => /\d|`|\w\.[a-z]{1,4}\b|\p{Ll}\p{Lu}|\w_\w|\w\/\w|\p{Lu}{2,}/u.test(text)

/**
 * What the session settled and left open, in the order it was said. `knowsPhrases` is false for a language whose phrases are
 * not listed: then only the place of a sentence tells.
 */
export function findingsIn(turns: readonly Turn[], knowsPhrases: boolean): readonly Finding[] {
  const lastWithRemarks = turns.findLastIndex(({ said }) => said.length > 0)
  return turns.flatMap((turn, place) => {
    const next = turns[place + 1]?.request
    const isTakenBack = next !== undefined && takesBack.test(next.slice(0, 120))
    const isNearEnd = place >= lastWithRemarks - 1
    return [
      ...saidByUser(turn, turns[place - 1], place === 0),
      ...(isTakenBack ? [] : saidByAgent(turn, isNearEnd, knowsPhrases)),
    ]
  })
}

function saidByUser({ request }: Turn, before: Turn | undefined, isFirst: boolean): readonly Finding[] {
  if (request === undefined) return []
  const choice = choiceIn(request, before)
  const demanded = new Set(instructionsIn(request).map(({ text }) => text))
  const own = sentencesOf(request, isFirst ? 16 : 6).filter((each) => {
    if (isQuestion(each) || begsQuestion.test(each) || saysNothing.test(each) || takesBack.test(each)) return false
    if (demanded.has(each) || rejects.test(each)) return true
    if (isFirst) return demands.test(each) && decides.test(each)
    const said = each.replace(agrees, '')
    return said.length > 5 && (demands.test(said) || decides.test(said) || explains.test(said) || saysSomething(said))
  })
  return [...choice, ...own].map((text) => ({ text, isOpen: false, weight: 3, from: 'user' }))
}

/** "use 8090", "it only happens on web-07"; not "continue with part 2". */
const saysSomething = (said: string): boolean =>
  isSpecific(said) &&
  !/^(?:continue|go on|try|run|show|look|check|read|open|commit|push|weiter|mach weiter|zeig)\b/iu.test(said)

const picks =
  /^(?:(?:option|variante|number|nr\.?)\s*)?([1-9]|[a-h])(?:[.):,]|\s+(?:sounds|please|is|it is|then|bitte|klingt)\b|\s*$)/iu

/** "2." after a list: what was chosen, and what was not. */
function choiceIn(request: string, before: Turn | undefined): readonly string[] {
  const label = picks.exec(request.trim())?.[1]?.toLowerCase()
  const offered = labelledItems(before?.said.at(-1)?.text ?? '')
  if (label === undefined || !offered.has(label) || offered.size < 2) return []
  return [...offered].map(([each, item]) => (each === label ? `Chosen: ${item}` : `Not chosen: ${item}`))
}

function saidByAgent({ said }: Turn, isNearEnd: boolean, knowsPhrases: boolean): readonly Finding[] {
  return said.flatMap(({ text, isOnTheWay }) => {
    const offered = offeredIn(text)
    return sentencesOf(text).flatMap((each): Finding[] => {
      if (isQuestion(each) || announces.test(each) || saysNothing.test(each) || takesBack.test(each)) return []
      if ([...offered].some((item) => item.includes(each))) return []
      const isOpen = remains.test(each)
      if (guesses.test(each) && !isOpen) return []
      const weight = knowsPhrases ? weigh(each, isOnTheWay) : isOnTheWay && each.length < 60 ? 0 : 1
      const isKept = weight > 0 || (isOpen && !isOnTheWay)
      if (!isKept || (isOpen && (isOnTheWay || !isNearEnd) && !explains.test(each))) return []
      return [{ text: each, isOpen: isOpen && !isOnTheWay && isNearEnd, weight: Math.max(weight, 1), from: 'agent' }]
    })
  })
}

/** The items of a list that ends in a question are offers. */
function offeredIn(text: string): ReadonlySet<string> {
  const items = labelledItems(text)
  const asks = /\?|\brecommend|\bwould (?:pick|choose|take)\b|\bempfehl/i.test(text.slice(-200))
  return items.size >= 2 && asks ? new Set(items.values()) : new Set()
}

function weigh(sentence: string, isOnTheWay: boolean): number {
  const isTelling = explains.test(sentence) || rejects.test(sentence)
  if (isOnTheWay) return isTelling && (isSpecific(sentence) || sentence.length > 60) ? 2 : 0
  if (isTelling || decides.test(sentence)) return 3
  if (reports.test(sentence)) return isSpecific(sentence) ? 2.5 : 1.5
  return isSpecific(sentence) ? 1 : 0
}
