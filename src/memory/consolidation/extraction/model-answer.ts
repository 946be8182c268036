import { z } from 'zod'
import { contextNamings } from './context-namings.js'
import type { EpisodeText, ExtractedRelation, Extraction } from './extraction.js'
import { spellingsOf } from './gazetteer.js'
import { ModelEntity, ModelRelation } from './model-request.js'
import { joinNamings, type Naming } from './namings.js'

const maxEntities = 100
const Answer = z.object({ entities: z.array(z.unknown()), relations: z.array(z.unknown()).catch([]) })

/**
 * The usable part of the model's answer; undefined when it does not have the requested shape. Drops things that the
 * episode does not name, unknown types and relations between unlisted entities, since a model may invent them.
 */
export function fromModelAnswer(answer: unknown, episode: EpisodeText): Extraction | undefined {
  const parsed = Answer.safeParse(answer)
  if (!parsed.success) return undefined
  const named = parsed.data.entities.slice(0, maxEntities).flatMap((entity): readonly Naming[] => {
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
    const stated = { source: things.nameOf(data.source), target: things.nameOf(data.target), type: data.type }
    const isBetweenKnown = names.has(stated.source) && names.has(stated.target) && stated.source !== stated.target
    if (isBetweenKnown) relations.set(JSON.stringify(stated), stated)
  }
  return { entities: things.entities, relations: [...relations.values()] }
}

/** Every occurrence of the name in the episode, in any known spelling. */
function surfacesOf(name: string, { text, speaker }: EpisodeText): readonly string[] {
  const spellings = new Set([name, ...spellingsOf(name)])
  return [...spellings].flatMap((spelling) => {
    const escaped = spelling.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    // Scripts without spaces have no word boundaries.
    const isSpaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(spelling)
    const pattern = isSpaced ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped
    const found = Array.from(text.matchAll(new RegExp(pattern, 'giu')), ([surface]) => surface)
    return speaker?.toLowerCase() === spelling.toLowerCase() ? [speaker, ...found] : found
  })
}
