import { z } from 'zod'
import { contextNamings } from './context-namings.js'
import type { EpisodeText, ExtractedRelation, Extraction } from './extraction.js'
import { spellingsOf } from './gazetteer.js'
import { ModelEntity, ModelRelation } from './model-request.js'
import { joinNamings, type Naming } from './namings.js'

const mostEntities = 100
const Answer = z.object({ entities: z.array(z.unknown()), relations: z.array(z.unknown()).catch([]) })

/**
 * What can be used of the model's answer; undefined when that is not even the shape asked for. Things that the episode
 * does not name, unknown types and relations between strangers are dropped: a model invents, the episode does not.
 */
export function fromModelAnswer(answer: unknown, episode: EpisodeText): Extraction | undefined {
  const parsed = Answer.safeParse(answer)
  if (!parsed.success) return undefined
  const named = parsed.data.entities.slice(0, mostEntities).flatMap((entity): readonly Naming[] => {
    const { data } = ModelEntity.safeParse(entity)
    if (data === undefined) return []
    return surfacesOf(data.name, episode).map((surface) => ({ surface, name: surface, type: data.type }))
  })
  const things = joinNamings([...contextNamings(episode), ...named])
  const names = new Set(things.entities.map(({ name }) => name))
  const relations = new Map<string, ExtractedRelation>()
  for (const relation of parsed.data.relations) {
    const { data } = ModelRelation.safeParse(relation)
    if (data === undefined) continue
    const told = { source: things.nameOf(data.source), target: things.nameOf(data.target), type: data.type }
    const isBetweenKnown = names.has(told.source) && names.has(told.target) && told.source !== told.target
    if (isBetweenKnown) relations.set(JSON.stringify(told), told)
  }
  return { entities: things.entities, relations: [...relations.values()] }
}

/** Every time that the episode writes the name, in any spelling that is known for it. */
function surfacesOf(name: string, { text, speaker }: EpisodeText): readonly string[] {
  const spellings = new Set([name, ...spellingsOf(name)])
  return [...spellings].flatMap((spelling) => {
    const escaped = spelling.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    // Scripts without spaces have no borders between words.
    const isSpaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(spelling)
    const pattern = isSpaced ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped
    const found = Array.from(text.matchAll(new RegExp(pattern, 'giu')), ([surface]) => surface)
    return speaker?.toLowerCase() === spelling.toLowerCase() ? [speaker, ...found] : found
  })
}
