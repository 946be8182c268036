import type { Json } from '../../memory.js'
import { detectLanguage } from '../../recall/language.js'
import { speakerPrefix } from '../../recall/speaker.js'
import { gather, type Naming } from './entities.js'
import type { EpisodeText, ExtractedRelation, Extraction } from './extraction.js'
import { findMentions, type Mention, type Reading } from './mentions.js'
import { withTypes } from './name-types.js'
import { isLabel, isNoName } from './no-names.js'
import { relationsIn, type Stated } from './relations.js'
import { relationsByOrder } from './relations-by-order.js'
import { loadTagger, tagsFor } from './tagger.js'
import { type Sentence, sentencesOf } from './tokens.js'

/** Of a longer text the beginning is read: names that matter come early, and tagging costs a millisecond a sentence. */
const longestRead = 10_000
const longestName = 200

export async function extractByRules({ text, context, speaker }: EpisodeText): Promise<Extraction> {
  const told = text.slice(0, longestRead)
  const prefix = speakerPrefix.exec(told)
  const body = prefix === null ? told : told.slice(prefix[0].length)
  const who = [speaker?.trim(), prefix?.[1]].find((name) => name && !isLabel(name) && !isNoName(name)) ?? null
  const sentences = sentencesOf(body)
  const words = sentences.flatMap(({ tokens }) => tokens.filter(({ kind }) => kind === 'word').map(({ lower }) => lower))
  const language = (await detectLanguage(body, words)) ?? 'en'
  const tags = tagsFor(language, (await loadTagger())(body))
  const projects = namesIn(context.project)
  const trustsCapitals = language !== 'de' && !isHeadline(sentences)
  const readings = sentences.map((sentence): Reading => ({
    sentence,
    tags,
    project: projects[0]?.toLowerCase() ?? null,
    trustsCapitals,
    language,
  }))
  const mentions = readings.map((reading) => withTypes(findMentions(reading), reading))
  const certain = new Set(mentions.flat().filter((mention) => !mention.isDoubtful).map(({ name }) => name))
  const namings: Naming[] = [
    ...projects.map((name): Naming => ({ surface: name, name, type: 'PROJECT' })),
    ...namesIn(context.tool).map((name): Naming => ({ surface: name, name, type: 'TOOL' })),
    ...(who === null ? [] : [{ surface: who, name: who, type: 'PERSON' } as const]),
    ...mentions.flat().flatMap((mention) => toNaming(mention, certain)),
  ]
  const { entities, nameOf } = gather(namings)
  const party = { project: projects[0] ?? null, speaker: who }
  const stated = readings.flatMap((reading, at) =>
    (language === 'en' ? relationsIn : relationsByOrder)(
      { reading, mentions: mentions[at]!, before: mentions[at - 1] ?? [] },
      party,
    ),
  )
  return { entities, relations: distinct(stated, nameOf, new Set(entities.map(({ name }) => name))) }
}

function distinct(
  stated: readonly Stated[],
  nameOf: (name: string) => string,
  names: ReadonlySet<string>,
): readonly ExtractedRelation[] {
  const relations = new Map<string, ExtractedRelation>()
  for (const { source, target, type } of stated) {
    const relation = { source: nameOf(source), target: nameOf(target), type }
    if (relation.source === relation.target || !names.has(relation.source) || !names.has(relation.target)) continue
    relations.set(JSON.stringify(relation), relation)
  }
  return [...relations.values()]
}

function toNaming({ surface, name, type, isDoubtful }: Mention, certain: ReadonlySet<string>): Naming[] {
  return isDoubtful && !certain.has(name) ? [] : [{ surface, name, type: type ?? 'CONCEPT' }]
}

function namesIn(value: Json | undefined): readonly string[] {
  const values = Array.isArray(value) ? value : [value]
  return values.filter((name) => typeof name === 'string' && name.trim() !== '' && name.length <= longestName)
}

/** Where Most Words Are Capitalised, a capital says nothing. */
function isHeadline(sentences: readonly Sentence[]): boolean {
  const words = sentences.flatMap(({ tokens }) => tokens.filter(({ kind }) => kind === 'word'))
  return words.length >= 5 && words.filter(({ isCapital }) => isCapital).length > 0.7 * words.length
}
