import { detectLanguage, languageByFunctionWords } from '../../recall/text/language.js'
import { speakerPrefix } from '../../recall/text/speaker.js'
import { contextNamings } from './context-namings.js'
import type { EpisodeText, ExtractedRelation, Extraction } from './extraction.js'
import { findKnown } from './gazetteer.js'
import { findMentions } from './mentions.js'
import { withTypes } from './name-types.js'
import { joinNamings, type NamedThings } from './namings.js'
import { isLabel, isNoName } from './no-names.js'
import type { Mention, Reading } from './reading.js'
import type { Party, Stated } from './relation-ends.js'
import { relationsIn } from './relations.js'
import { relationsByOrder } from './relations-by-order.js'
import { camelCaseOf } from './shapes.js'
import { loadTagger, tagsFor } from './tagger.js'
import { sentencesOf, type Token } from './tokens.js'

/** Only the beginning of a longer text is read: important names come early, and tagging takes a millisecond per sentence. */
const maxLength = 10_000

/** CON3 without a language model: extracts named things and the relations that the text states between them. */
export async function extractByRules({ text, context, speaker }: EpisodeText): Promise<Extraction> {
  const read = text.slice(0, maxLength)
  const prefix = speakerPrefix.exec(read)
  const fromContext = contextNamings({ context })
  const party: Party = {
    project: fromContext.find(({ type }) => type === 'PROJECT')?.name ?? null,
    speaker: speakerAmong([speaker?.trim(), prefix?.[1]]),
  }
  const readings = await readSentences(read.slice(prefix?.[0].length ?? 0), party)
  const mentions = certainMentions(readings.map((reading) => withTypes(findMentions(reading), reading)))

  const { speaker: who } = party
  const things = joinNamings([
    ...fromContext,
    ...(who === null ? [] : [{ surface: who, name: who, type: 'PERSON' } as const]),
    ...mentions.flat(),
  ])
  const stated = readings.flatMap((reading, at) => {
    const find = reading.language === 'en' ? relationsIn : relationsByOrder
    return find({ reading, mentions: mentions[at]!, before: mentions[at - 1] ?? [] }, party)
  })
  return { entities: things.entities, relations: distinct(stated, things) }
}

/** The first that can be a person's name: the speaker of "Error: …" is not Error. */
function speakerAmong(names: readonly (string | undefined)[]): string | null {
  const isPerson = (name: string) => !isLabel(name) && !isNoName(name) && camelCaseOf(name) === undefined
  return names.find((name) => name && isPerson(name)) ?? null
}

export async function readSentences(text: string, { project }: Party): Promise<readonly Reading[]> {
  const sentences = sentencesOf(text)
  const words = sentences.flatMap(({ tokens }) => tokens.filter(({ kind }) => kind === 'word'))
  const lower = words.map((word) => word.lower)
  const detected = await detectLanguage(text, lower)
  // A text too short for detection counts as Chinese if it has Han characters, else as English.
  const language = isGerman(text, lower) ? 'de' : (detected ?? (/\p{Script=Han}/u.test(text) ? 'zh' : 'en'))
  const tags = tagsFor(language, (await loadTagger())(text))
  const trustsCapitals = language !== 'de' && !isHeadline(words)
  return sentences.map((sentence) => ({
    sentence,
    tags,
    project: project?.toLowerCase() ?? null,
    trustsCapitals,
    language,
  }))
}

/** Short notes have few function words; an umlaut makes them enough. In German, capitals mark no names. */
const isGerman = (text: string, words: readonly string[]): boolean =>
  /[äöüß]/iu.test(text) && languageByFunctionWords(words, ['de'])?.language === 'de'

/** Keeps a doubtful name only if the text also has a certain mention of it. */
export function certainMentions(mentions: readonly (readonly Mention[])[]): readonly (readonly Mention[])[] {
  const certain = new Set(mentions.flat().flatMap(({ name, isDoubtful }) => (isDoubtful ? [] : name)))
  return mentions.map((ofSentence) => ofSentence.filter(({ name }) => certain.has(name)))
}

function distinct(stated: readonly Stated[], { entities, nameOf }: NamedThings): readonly ExtractedRelation[] {
  const names = new Set(entities.map(({ name }) => name))
  const relations = new Map<string, ExtractedRelation>()
  for (const { source, target, type, isEnded } of stated) {
    const relation = { source: nameOf(source), target: nameOf(target), type, ...(isEnded ? { isEnded } : {}) }
    if (relation.source === relation.target || !names.has(relation.source) || !names.has(relation.target)) continue
    relations.set(JSON.stringify(relation), relation)
  }
  return [...relations.values()]
}

/** In a Headline Where Most Words Are Capitalised, capitals mark no names; a list of tools is no headline. */
function isHeadline(words: readonly Token[]): boolean {
  const unknown = words.filter(({ text }) => findKnown(text) === undefined)
  return unknown.length >= 5 && unknown.filter(({ isCapital }) => isCapital).length > 0.7 * unknown.length
}
