import type { Amount } from '../../../reading/amounts.js'
import { valueOfWords } from '../../../reading/english/number-words.js'
import type { Item } from '../../../reading/items.js'
import { commonUnit, formatAmount, toNumber } from './money.js'
import {
  contentWords,
  findMentions,
  hasWords,
  isFact,
  type ProseAnswer,
  type ProseQuestion,
  type ProseWalk,
  type ReadMemory,
} from './read-memory.js'

const topic = "(?<topic>[\\p{L}’'-]+(?: [\\p{L}’'-]+)?)"
const event = "(?: (?:in|at) (?:the |our |my )?(?<event>[\\p{L}’'-]+(?: [\\p{L}’'-]+)?))?"
const places: Readonly<Record<string, number>> = { first: 0, second: 1, third: 2, fourth: 3 }
const place = new RegExp(
  `^(?:which|what|whose) ${topic} (?:came|was|finished|got|scored) (?<place>${Object.keys(places).join('|')}|last)${event}$`,
  'iu',
)
const bound = new RegExp(
  `^(?:which|what|whose) ${topic} (?:scored|got|had|received)(?: (?<over>more than|over|at least))? (?<number>\\d+(?:\\.\\d+)?|\\p{L}+)(?: points)?(?<more> or (?:more|better|higher|above))?${event}$`,
  'iu',
)
const difference =
  /^how much (?<more>cheaper|less expensive|dearer|more expensive) was (?<a>\p{Lu}[\p{L}’'-]*(?: \p{Lu}[\p{L}’'-]*)?) than (?<b>\p{Lu}[\p{L}’'-]*(?: \p{Lu}[\p{L}’'-]*)?)$/iu
const scored = /^(?:of \S+|point|mark|star)$/

interface Listing {
  readonly memory: ReadMemory
  readonly items: readonly LabelledItem[]
}
type LabelledItem = Item & { readonly label: NonNullable<Item['label']> }

/** Places, bounds and differences within one list: a tasting, quotes. */
export function* computeRanking({ text }: ProseQuestion): ProseWalk<ProseAnswer | undefined> {
  const placed = place.exec(text)?.groups
  if (placed !== undefined) return answerPlace(placed, yield* findScores(placed))
  const bounded = bound.exec(text)?.groups
  if (bounded !== undefined) return answerBound(bounded, yield* findScores(bounded))
  const compared = difference.exec(text)?.groups
  return compared === undefined ? undefined : yield* answerDifference(compared)
}

type Groups = Readonly<Record<string, string | undefined>>

/** The only list of scores of the topic. */
function* findScores({ topic: of, event: at }: Groups): ProseWalk<Listing | undefined> {
  const mentions = yield* findMentions(contentWords(of ?? ''))
  const found = (mentions ?? []).flatMap(listingsOf).filter(({ items }) => items.length >= 3)
  const [listing] = found.filter(({ items }) => items.some(({ amount }) => scored.test(amount.unit ?? '')))
  // Two lists may be of two events.
  if (listing === undefined || found.length > 1) return undefined
  const words = contentWords(at ?? '')
  return hasWords(listing.memory.text, words) ? listing : undefined
}

function listingsOf(memory: ReadMemory): readonly Listing[] {
  return memory.reading.sentences.flatMap((sentence) => {
    const items = sentence.list?.items ?? []
    const labelled = items.filter((item): item is LabelledItem => item.label !== null)
    if (items.length < 2 || labelled.length < items.length || !isFact(memory, [sentence])) return []
    return commonUnit(
      items.map(({ amount }) => amount),
      true,
    ) === undefined
      ? []
      : [{ memory, items: labelled }]
  })
}

const byScore = (a: LabelledItem, b: LabelledItem): number => toNumber(b.amount).cmp(toNumber(a.amount))

function answerPlace({ place: wanted }: Groups, listing: Listing | undefined): ProseAnswer | undefined {
  if (listing === undefined || wanted === undefined) return undefined
  const sorted = [...listing.items].sort(byScore)
  const at = places[wanted.toLowerCase()] ?? sorted.length - 1
  const found = sorted[at]
  const isTied = sorted.some(
    (item) => item !== found && found !== undefined && toNumber(item.amount).eq(toNumber(found.amount)),
  )
  return found === undefined || isTied
    ? undefined
    : { answer: found.label.text, operation: 'rank', used: [listing.memory] }
}

function answerBound({ number, over, more }: Groups, listing: Listing | undefined): ProseAnswer | undefined {
  const least = Number.isNaN(Number(number)) ? valueOfWords(number ?? '') : Number(number)
  // "Scored seven" alone may mean exactly that.
  if (listing === undefined || least === undefined || (over === undefined) === (more === undefined)) return undefined
  const isOver = over !== undefined && !/at least/i.test(over)
  const found = [...listing.items]
    .sort(byScore)
    .filter(({ amount }) => (isOver ? toNumber(amount).gt(least) : toNumber(amount).gte(least)))
  if (found.length === 0) return undefined
  return { answer: found.map(({ label }) => label.text).join(', '), operation: 'filter', used: [listing.memory] }
}

function* answerDifference({ a, b, more }: Groups): ProseWalk<ProseAnswer | undefined> {
  const mentions = yield* findMentions(contentWords(`${a} ${b}`))
  const listings = (mentions ?? []).flatMap(listingsOf)
  const [listing] = listings
  if (listing === undefined || listings.length > 1) return undefined
  const [left, right] = [a, b].map((name) => soleAmount(listing.items, name ?? ''))
  if (left === undefined || right === undefined || left === right) return undefined
  const unit = commonUnit([left, right], true)
  const by = /cheaper|less/i.test(more ?? '')
    ? toNumber(right).minus(toNumber(left))
    : toNumber(left).minus(toNumber(right))
  // "How much cheaper" of what was dearer has no answer.
  if (unit === undefined || by.lte(0) || left.per !== right.per) return undefined
  return { answer: formatAmount(by, unit), operation: 'difference', used: [listing.memory] }
}

function soleAmount(items: readonly LabelledItem[], name: string): Amount | undefined {
  const found = items.filter(({ label }) => hasWords(label.text, contentWords(name)))
  return found.length === 1 ? found[0]!.amount : undefined
}
