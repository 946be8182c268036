import { type EntityType, entityKey, nameKey } from '../semantic/entity.js'
import type { RelationType } from '../semantic/links.js'
import type { Slices } from '../slices.js'
import type { Extraction } from './extraction/extraction.js'
import { findMention } from './mention.js'

export interface ExtractedEpisode extends Extraction {
  readonly id: string
  readonly text: string
}

/** A thing that episodes mention. */
export interface GatheredEntity {
  readonly key: string
  readonly name: string
  readonly type: EntityType
  readonly summary: string
  /** The episode that the summary quotes. */
  readonly summaryFrom: string
  readonly isDefinition: boolean
  readonly episodes: readonly string[]
}

export interface GatheredRelation {
  /** Keys of entities. */
  readonly source: string
  readonly target: string
  readonly type: RelationType
  /** The episodes that state it, since one last said that it no longer holds. */
  readonly statedIn: readonly string[]
  /** The last episode that says anything of it says that it no longer holds. */
  readonly isEnded: boolean
}

export interface Gathered {
  readonly entities: readonly GatheredEntity[]
  readonly relations: readonly GatheredRelation[]
}

/**
 * CON3: the same thing in many episodes becomes one entity with all of them as sources. The episodes come in the order in
 * which they happened: what is said later of a relation holds.
 */
export function* gather(episodes: readonly ExtractedEpisode[]): Slices<Gathered> {
  const types = settleTypes(episodes)
  const entities = new Map<string, GatheredEntity>()
  const relations = new Map<string, GatheredRelation>()
  for (const episode of episodes) {
    const named = new Map<string, string>()
    for (const { name, mentions } of episode.entities) {
      const type = types.get(nameKey(name))!
      const key = entityKey(name, type)
      named.set(nameKey(name), key)
      entities.set(key, joined(entities.get(key), { key, name, type, mentions }, episode))
      yield
    }
    for (const relation of relationsOf(episode, named)) {
      const key = [relation.source, relation.target, relation.type].join('\0')
      relations.set(key, withStatement(relations.get(key), relation))
    }
  }
  return { entities: [...entities.values()], relations: [...relations.values()] }
}

/** Merges entities with the same key: a theme may have the name of another theme or entity. */
export function withoutRepeats(entities: readonly GatheredEntity[]): GatheredEntity[] {
  const known = new Map<string, GatheredEntity>()
  for (const entity of entities) {
    const same = known.get(entity.key)
    const episodes = [...new Set([...(same?.episodes ?? []), ...entity.episodes])]
    known.set(entity.key, { ...(same ?? entity), episodes })
  }
  return [...known.values()]
}

/** The most frequent type of each name; CONCEPT only when no other type occurs. */
function settleTypes(episodes: readonly ExtractedEpisode[]): ReadonlyMap<string, EntityType> {
  const counts = new Map<string, Map<EntityType, number>>()
  for (const { name, type } of episodes.flatMap(({ entities }) => entities)) {
    const known = counts.get(nameKey(name)) ?? new Map<EntityType, number>()
    counts.set(nameKey(name), known.set(type, (known.get(type) ?? 0) + 1))
  }
  const weight = ([type, count]: [EntityType, number]) => (type === 'CONCEPT' ? 0 : count)
  return new Map(
    Array.from(counts, ([name, byType]) => {
      const [[best]] = [...byType].sort((a, b) => weight(b) - weight(a) || (a[0] < b[0] ? -1 : 1))
      return [name, best]
    }),
  )
}

function joined(
  known: GatheredEntity | undefined,
  {
    key,
    name,
    type,
    mentions,
  }: Pick<GatheredEntity, 'key' | 'name' | 'type'> & { readonly mentions: readonly string[] },
  { id, text }: ExtractedEpisode,
): GatheredEntity {
  const episodes = known === undefined ? [id] : known.episodes.includes(id) ? known.episodes : [...known.episodes, id]
  if (known?.isDefinition === true) return { ...known, episodes }
  // A thing that only the context names has no sentence about it.
  const spelled = [name, ...mentions]
    .map((spelling) => findMention(spelling, text))
    .find((found) => found !== undefined)
  const mention = spelled ?? { sentence: name, isDefinition: false }
  const isBetter = known === undefined || (mention.isDefinition && !known.isDefinition)
  if (!isBetter) return { ...known, episodes }
  const { sentence: summary, isDefinition } = mention
  return { key, name: known?.name ?? name, type, summary, summaryFrom: id, isDefinition, episodes }
}

/** What this episode says of relations. Standing in one text is provenance, and no relation. */
function relationsOf({ id, relations }: ExtractedEpisode, named: ReadonlyMap<string, string>): GatheredRelation[] {
  return relations.flatMap(({ source, target, type, isEnded = false }): GatheredRelation[] => {
    const [from, to] = [named.get(nameKey(source)), named.get(nameKey(target))]
    if (from === undefined || to === undefined || from === to) return []
    return [{ source: from, target: to, type, statedIn: isEnded ? [] : [id], isEnded }]
  })
}

function withStatement(known: GatheredRelation | undefined, said: GatheredRelation): GatheredRelation {
  if (known === undefined || said.isEnded) return said
  return { ...said, statedIn: [...new Set([...known.statedIn, ...said.statedIn])] }
}
