import { detectLanguage } from '../../recall/language.js'
import { speakerPrefix } from '../../recall/speaker.js'
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

/** Of a longer text the beginning is read: names that matter come early, and tagging costs a millisecond a sentence. */
const longestRead = 10_000

/** CON3 without a language model: named things, and relations that the text states between them. */
export async function extractByRules({ text, context, speaker }: EpisodeText): Promise<Extraction> {
  const read = text.slice(0, longestRead)
  const prefix = speakerPrefix.exec(read)
  const told = contextNamings({ context })
  const party: Party = {
    project: told.find(({ type }) => type === 'PROJECT')?.name ?? null,
    speaker: whoSpeaks([speaker?.trim(), prefix?.[1]]),
  }
  const readings = await readSentences(read.slice(prefix?.[0].length ?? 0), party)
  const mentions = withoutDoubt(readings.map((reading) => withTypes(findMentions(reading), reading)))

  const { speaker: who } = party
  const things = joinNamings([
    ...told,
    ...(who === null ? [] : [{ surface: who, name: who, type: 'PERSON' } as const]),
    ...mentions.flat(),
  ])
  const stated = readings.flatMap((reading, at) => {
    const find = reading.language === 'en' ? relationsIn : relationsByOrder
    return find({ reading, mentions: mentions[at]!, before: mentions[at - 1] ?? [] }, party)
  })
  return { entities: things.entities, relations: distinct(stated, things) }
}

/** The first that can be a person's name: "Error: …" is not spoken by Error. */
function whoSpeaks(names: readonly (string | undefined)[]): string | null {
  const isPerson = (name: string) => !isLabel(name) && !isNoName(name) && camelCaseOf(name) === undefined
  return names.find((name) => name && isPerson(name)) ?? null
}

async function readSentences(text: string, { project }: Party): Promise<readonly Reading[]> {
  const sentences = sentencesOf(text)
  const words = sentences.flatMap(({ tokens }) => tokens.filter(({ kind }) => kind === 'word'))
  const detected = await detectLanguage(
    text,
    words.map(({ lower }) => lower),
  )
  // Too short to tell, but nothing else is written so.
  const language = detected ?? (/\p{Script=Han}/u.test(text) ? 'zh' : 'en')
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

/** A doubtful name counts when the text names it elsewhere without doubt. */
function withoutDoubt(mentions: readonly (readonly Mention[])[]): readonly (readonly Mention[])[] {
  const certain = new Set(mentions.flat().flatMap(({ name, isDoubtful }) => (isDoubtful ? [] : name)))
  return mentions.map((ofSentence) => ofSentence.filter(({ name }) => certain.has(name)))
}

function distinct(stated: readonly Stated[], { entities, nameOf }: NamedThings): readonly ExtractedRelation[] {
  const names = new Set(entities.map(({ name }) => name))
  const relations = new Map<string, ExtractedRelation>()
  for (const { source, target, type } of stated) {
    const relation = { source: nameOf(source), target: nameOf(target), type }
    if (relation.source === relation.target || !names.has(relation.source) || !names.has(relation.target)) continue
    relations.set(JSON.stringify(relation), relation)
  }
  return [...relations.values()]
}

/** Where Most Words Are Capitalised, a capital says nothing; a list of tools is no headline. */
function isHeadline(words: readonly Token[]): boolean {
  const unknown = words.filter(({ text }) => findKnown(text) === undefined)
  return unknown.length >= 5 && unknown.filter(({ isCapital }) => isCapital).length > 0.7 * unknown.length
}
