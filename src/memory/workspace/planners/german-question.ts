import { ownEntry } from '../../../plain-object.js'
import { type PlacedWord, wordSet, wordsIn } from '../phrases.js'

/**
 * GWT19: a plain German question in the words of the English one, in the same order; names and nouns stay as they are.
 * The list is closed: a German word that is not in it stays, has no place, and so the question is refused. Undefined for a
 * question that does not begin in German.
 */
export function inEnglishWords(question: string): string | undefined {
  const words = wordsIn(question)
  if (!isGerman(words.map(({ key }) => key))) return undefined
  const said: string[] = []
  for (let at = 0; at < words.length; ) {
    const phrase = phrases.find(([parts]) => parts.every((part, offset) => words[at + offset]?.key === part))
    const to = at + (phrase?.[0].length ?? 1)
    const { endsClause, endsSentence } = words[to - 1]
    said.push((phrase?.[1] ?? inEnglish(words, at)) + (endsSentence ? '.' : endsClause ? ',' : ''))
    at = to
  }
  return said.join(' ')
}

function inEnglish(words: readonly PlacedWord[], at: number): string {
  const { surface, key, isPossessive } = words[at]
  // A capital within the sentence begins a noun or a name.
  if (isPossessive || (at > 0 && /^\p{Lu}/u.test(surface))) return isPossessive ? `${surface}'s` : surface
  const isBeforeAmount = /^\d/u.test(words[at + 1]?.surface ?? '')
  return (isBeforeAmount ? ownEntry(amounts, key) : undefined) ?? wordFor(key) ?? surface
}

const openers = wordSet('wie wieviel wieviele welche welcher welches welchen welchem wer wann nenne zeige liste')
const afterWas = wordSet('ist sind kostet kosten wiegt war')

const isGerman = ([first, second]: readonly string[]): boolean =>
  openers.has(first ?? '') ||
  ((first === 'was' || first === 'wo') && afterWas.has(second ?? '')) ||
  (first === 'in' && /^welche[mrn]?$/.test(second ?? ''))

const phrases: readonly (readonly [readonly string[], string])[] = (
  [
    ['wie viele', 'how many'],
    ['wie viel', 'how much'],
    ['wie hoch ist', 'what is'],
    ['wie hoch sind', 'what are'],
    ['wie alt', 'how old'],
    ['wie schwer', 'how heavy'],
    ['wie lang', 'how long'],
    ['wie teuer', 'how expensive'],
    ['gibt es', 'are there'],
    ['mehr als', 'more than'],
    ['weniger als', 'less than'],
    ['alter als', 'older than'],
    ['junger als', 'younger than'],
    ['schwerer als', 'heavier than'],
    ['leichter als', 'lighter than'],
    ['langer als', 'longer than'],
    ['billiger als', 'cheaper than'],
  ] as const
).map(([german, english]) => [german.split(' '), english] as const)

/** Prepositions that bound an amount, and mean something else before a name. */
const amounts: Readonly<Record<string, string>> = {
  uber: 'over',
  unter: 'under',
  nach: 'after',
  vor: 'before',
  seit: 'since',
  bis: 'until',
}

const pairs = `wieviele=how_many wieviel=how_much welche=which welcher=which welches=which welchen=which welchem=which wer=who wo=where
  wann=when was=what nenne=name zeige=show liste=list mir=me alle=all der=the die=the das=the den=the dem=the des=the ein=a eine=a
  einen=a einem=a einer=a von=of vom=of fur=for in=in im=in aus=from auf=on bei=at mit=with ist=is sind=are hat=has haben=have
  kostet=costs kosten=cost wiegt=weighs wiegen=weigh mindestens=at_least hochstens=at_most nicht=not oder=or und=and pro=per
  am=the insgesamt=in_total zwischen=between`
const dictionary: ReadonlyMap<string, string> = new Map(
  pairs.split(/\s+/).map((pair) => {
    const [german, english] = pair.split('=')
    return [german, english.replace('_', ' ')] as const
  }),
)

const superlatives: Readonly<Record<string, string>> = {
  altest: 'oldest',
  jungst: 'youngest',
  neuest: 'newest',
  teuerst: 'most expensive',
  billigst: 'cheapest',
  gunstigst: 'cheapest',
  schwerst: 'heaviest',
  leichtest: 'lightest',
  langst: 'longest',
  kurzest: 'shortest',
  hochst: 'highest',
  niedrigst: 'lowest',
  meist: 'most',
  wenigst: 'fewest',
  best: 'best',
  schlechtest: 'worst',
}

function wordFor(key: string): string | undefined {
  const known = dictionary.get(key)
  if (known !== undefined) return known
  if (/^durchschnittliche[rnsm]?$/.test(key)) return 'average'
  const stem = /^(?<stem>\p{L}+st)e[nrsm]?$/u.exec(key)?.groups?.stem
  return stem === undefined ? undefined : ownEntry(superlatives, stem)
}
