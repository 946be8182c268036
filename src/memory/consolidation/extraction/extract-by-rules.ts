import type { Json } from '../../memory.js'
import { detectLanguage } from '../../recall/language.js'
import { speakerPrefix } from '../../recall/speaker.js'
import { type Gathered, gather, type Naming } from './entities.js'
import type { EpisodeText, ExtractedRelation, Extraction } from './extraction.js'
import { findKnown } from './gazetteer.js'
import { findMentions } from './mentions.js'
import { withTypes } from './name-types.js'
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
const longestName = 200

/** CON3 without a language model: named things, and relations that the text states between them. */
export async function extractByRules({ text, context, speaker }: EpisodeText): Promise<Extraction> {
  const told = text.slice(0, longestRead)
  const prefix = speakerPrefix.exec(told)
  const projects = namesIn(context.project)
  const party: Party = { project: projects[0] ?? null, speaker: whoSpeaks([speaker?.trim(), prefix?.[1]]) }
  const readings = await read(told.slice(prefix?.[0].length ?? 0), party)
  const mentions = withoutDoubt(readings.map((reading) => withTypes(findMentions(reading), reading)))

  const asTold = (names: readonly string[], type: Naming['type']) =>
    names.map((name) => ({ surface: name, name, type }))
  const gathered = gather([
    ...asTold(projects, 'PROJECT'),
    ...asTold(namesIn(context.tool), 'TOOL'),
    ...asTold(party.speaker === null ? [] : [party.speaker], 'PERSON'),
    ...mentions.flat(),
  ])
  const stated = readings.flatMap((reading, at) => {
    const find = reading.language === 'en' ? relationsIn : relationsByOrder
    return find({ reading, mentions: mentions[at]!, before: mentions[at - 1] ?? [] }, party)
  })
  return { entities: gathered.entities, relations: distinct(stated, gathered) }
}

/** The first that can be a person's name: "Error: …" is not spoken by Error. */
function whoSpeaks(names: readonly (string | undefined)[]): string | null {
  const isPerson = (name: string) => !isLabel(name) && !isNoName(name) && camelCaseOf(name) === undefined
  return names.find((name) => name && isPerson(name)) ?? null
}

async function read(text: string, { project }: Party): Promise<readonly Reading[]> {
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

function distinct(stated: readonly Stated[], { entities, nameOf }: Gathered): readonly ExtractedRelation[] {
  const names = new Set(entities.map(({ name }) => name))
  const relations = new Map<string, ExtractedRelation>()
  for (const { source, target, type } of stated) {
    const relation = { source: nameOf(source), target: nameOf(target), type }
    if (relation.source === relation.target || !names.has(relation.source) || !names.has(relation.target)) continue
    relations.set(JSON.stringify(relation), relation)
  }
  return [...relations.values()]
}

function namesIn(value: Json | undefined): readonly string[] {
  const values = Array.isArray(value) ? value : [value]
  return values.filter((name) => typeof name === 'string' && name.trim() !== '' && name.length <= longestName)
}

/** Where Most Words Are Capitalised, a capital says nothing; a list of tools is no headline. */
function isHeadline(words: readonly Token[]): boolean {
  const unknown = words.filter(({ text }) => findKnown(text) === undefined)
  return unknown.length >= 5 && unknown.filter(({ isCapital }) => isCapital).length > 0.7 * unknown.length
}
