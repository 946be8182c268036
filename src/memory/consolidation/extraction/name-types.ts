import type { NamedType } from './extraction.js'
import {
  departments,
  launchVerbs,
  launchWords,
  personVerbs,
  programVerbs,
  relatives,
  titles,
  toolVerbs,
  typeByNoun,
} from './name-cues.js'
import { isVerb, type Mention, type Reading, wordAt } from './reading.js'
import { camelCaseOf, isVersion } from './shapes.js'

type Evidence = (mention: Mention, reading: Reading) => NamedType | undefined

const tagged = ({ sentence, tags }: Reading, at: number, tag: string): boolean =>
  sentence.tokens[at] !== undefined && tags(sentence.tokens[at]!.start).has(tag)

const afterTitle: Evidence = ({ from }, reading) => {
  const before = wordAt(reading, from - 1) === '.' ? wordAt(reading, from - 2) : wordAt(reading, from - 1)
  return titles.has(before) || relatives.has(before) ? 'PERSON' : undefined
}

const byAdjacentNoun: Evidence = ({ from, to }, reading) => {
  const noun = wordAt(reading, to)
  const after = isVerb(reading, to) && noun !== 'launch' ? undefined : typeByNoun(noun)
  if (after !== undefined) return after
  const before = wordAt(reading, from - 1)
  if (before === 'called' || before === 'named') return typeByNoun(wordAt(reading, from - 2)) ?? 'PROJECT'
  return typeByNoun(before)
}

const beforeVersion: Evidence = ({ to }, reading) => (isVersion(wordAt(reading, to)) ? 'TOOL' : undefined)

/** "Priya, our designer". */
const inApposition: Evidence = ({ to }, reading) => {
  if (wordAt(reading, to) !== ',' || !/^(?:our|my|the|an?|his|her|their)$/.test(wordAt(reading, to + 1)))
    return undefined
  const isRole = (at: number) =>
    (tagged(reading, at, 'Actor') || relatives.has(wordAt(reading, at))) &&
    !tagged(reading, at, 'Plural') &&
    !/s$|^children$/.test(wordAt(reading, at))
  const isPerson = isRole(to + 2) || isRole(to + 3)
  return isPerson ? 'PERSON' : (typeByNoun(wordAt(reading, to + 2)) ?? typeByNoun(wordAt(reading, to + 3)))
}

const asKin: Evidence = ({ to }, reading) =>
  reading.sentence.tokens[to - 1]!.isPossessive && relatives.has(wordAt(reading, to)) ? 'PERSON' : undefined

const greeted: Evidence = ({ from }, reading) => {
  const before = wordAt(reading, from - 1) === ',' ? wordAt(reading, from - 2) : wordAt(reading, from - 1)
  return /^(?:hi|hey|hello|thanks|dear|congrats|wow|bye)$/.test(before) ? 'PERSON' : undefined
}

const byFirstName: Evidence = ({ from }, reading) => (tagged(reading, from, 'FirstName') ? 'PERSON' : undefined)

const asPlaceOrGroup: Evidence = ({ from, to }, reading) => {
  const has = (tag: string) =>
    Array.from({ length: to - from }, (_, step) => tagged(reading, from + step, tag)).some(Boolean)
  return has('Place') || has('Organization') || has('Demonym') ? 'CONCEPT' : undefined
}

/** "Vaswani and colleagues", "Lee et al." */
const withOthers: Evidence = ({ to }, reading) =>
  /^(?:and (?:colleagues|friends|family)|et al|and (?:his|her) )/.test(
    `${wordAt(reading, to)} ${wordAt(reading, to + 1)} `,
  )
    ? 'PERSON'
    : undefined

/** The position of the verb whose subject is the name, after auxiliaries and adverbs. */
function verbAfter(to: number, reading: Reading): number {
  let at = to
  while (
    /^(?:will|would|also|has|have|had|just|already|still|often|really|never|always|can|should|must|finally|no|longer|not|does|do|did)$|n['’]t$/.test(
      wordAt(reading, at),
    )
  )
    at++
  return at
}

// "Creativity gives …": an abstract noun at the start of a sentence is no name.
const abstract = /(?:ity|ness|tion|sion|ment|ing|ship|ism|ance|ence|ball|age|ics|hood|dom)$/i

const bySubject: Evidence = ({ from, to, surface, isDoubtful }, reading) => {
  if (isDoubtful && (abstract.test(surface) || tagged(reading, from, 'Plural'))) return undefined
  const at = verbAfter(to, reading)
  const verb = wordAt(reading, at)
  if (launchVerbs.has(verb) && launchWords.has(wordAt(reading, at + 1))) return 'PROJECT'
  if (/^(?:includes|contains|consists|comprises)$/.test(verb)) return 'PROJECT'
  if (programVerbs.has(verb) || (at > to && programVerbs.has(`${verb}s`))) return 'TOOL'
  return personVerbs.has(verb) || (at > to && wordAt(reading, to) === 'will') ? 'PERSON' : undefined
}

const byObject: Evidence = ({ from }, reading) => {
  const before = wordAt(reading, from - 1)
  if (toolVerbs.has(before)) return 'TOOL'
  const phrase = `${wordAt(reading, from - 2)} ${before}`
  if (/^(?:built|written|implemented|replaced|deployed|done|made) (?:with|in|on|using)$/.test(phrase)) return 'TOOL'
  if (/^(?:switched|migrated|ported) to$/.test(phrase)) return 'TOOL'
  const isProject = /^(?:developed|wrote|built|created|launched|released|shipped)$/.test(before)
  return isProject || /^(?:part|component|module) of$/.test(phrase) ? 'PROJECT' : undefined
}

/** "Priya migrated the data": the agent of an action. A department may act, too, but is no person. */
const asAgent: Evidence = ({ from, to, surface }, reading) => {
  if (abstract.test(surface) || departments.has(surface.toLowerCase()) || tagged(reading, from, 'Plural'))
    return undefined
  const at = verbAfter(to, reading)
  const hasObject = /^(?:the|an?|our|my|his|her|their|its|us|me|him|them|it|all|some|two|three)$/.test(
    wordAt(reading, at + 1),
  )
  return hasObject && tagged(reading, at, 'PastTense') ? 'PERSON' : undefined
}

const byShape: Evidence = ({ surface }) => (camelCaseOf(surface) === 'product' ? 'TOOL' : undefined)

const byPersonTag: Evidence = ({ to }, reading) => (tagged(reading, to - 1, 'Person') ? 'PERSON' : undefined)

const evidence: readonly Evidence[] = [
  afterTitle,
  greeted,
  byFirstName,
  byAdjacentNoun,
  byObject,
  asPlaceOrGroup,
  beforeVersion,
  inApposition,
  asKin,
  withOthers,
  bySubject,
  byShape,
  asAgent,
  byPersonTag,
]

/** Assigns a type to each mention with evidence or with a typed neighbour in a list. Others count as CONCEPT unless doubtful. */
export function withTypes(mentions: readonly Mention[], reading: Reading): Mention[] {
  const judged = mentions.map((mention) => {
    if (mention.type !== undefined) return mention
    for (const judge of evidence) {
      const type = judge(mention, reading)
      if (type !== undefined) return { ...mention, type, isDoubtful: false }
    }
    return mention
  })
  return judged.map((mention, at) => {
    if (mention.type !== undefined) return mention
    if (mention.isDoubtful && reading.sentence.tokens[mention.to]?.lower === ',') return mention
    const neighbour = [judged[at + 1], judged[at - 1]].find(
      (other) => other?.type !== undefined && areListed(mention, other, reading),
    )
    return { ...mention, type: neighbour?.type, isDoubtful: neighbour === undefined && mention.isDoubtful }
  })
}

/** "Wei, Aisha and Björn". */
export function areListed(a: Mention, b: Mention, { sentence }: Reading): boolean {
  const [first, second] = a.from < b.from ? [a, b] : [b, a]
  const between = sentence.tokens.slice(first.to, second.from).map(({ lower }) => lower)
  return (
    between.length > 0 && between.length <= 2 && between.every((word) => /^(?:,|and|or|&|plus|\/|und|oder)$/.test(word))
  )
}
