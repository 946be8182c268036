import { setImmediate as othersTurn } from 'node:timers/promises'
import { findClusters } from '../../memory/consolidation/clusters.js'
import {
  type ExtractedEpisode,
  type Gathered,
  type GatheredEntity,
  gather,
  withoutRepeats,
} from '../../memory/consolidation/gather.js'
import { themesAmong } from '../../memory/consolidation/theme.js'
import type { Edge, StoredMemory } from '../../memory/memory.js'
import { type Entity, entityFacets, entityKey, entityText, nameKey, toEntity } from '../../memory/semantic/entity.js'
import { derivedFrom, mentionedIn } from '../../memory/semantic/links.js'
import type { Batch } from '../../ports/memory-store.js'
import { retryOnConflict } from '../changing.js'
import { newEdge, structuralEdge } from '../linking.js'
import type { OperationContext } from '../operation-context.js'
import { supersede } from '../superseding.js'
import { compose, type Draft } from '../writing.js'
import { extract } from './extract.js'
import { nearestAtHome } from './nearest-at-home.js'
import { bySession, type ConsolidationScope, newMemories } from './new-memories.js'

/** CON3: near enough to be about the same thing; and as many neighbours as the graph looks at. */
const clusterCosine = 0.45
const neighbours = 10
const comparedAtOnce = 8
const initialWeight = 0.1

/** Large pages: clusters are found within one. */
const run = { name: 'deep', kinds: ['episode'], pageSize: 1_000 } as const

/** Where what is learnt goes: the session and project of the episodes. */
type Home = Pick<Draft, 'session' | 'project'>

/** CON3: what the new episodes speak of becomes entities, joined to them and to each other. */
export async function learnEntities(scope: ConsolidationScope, context: OperationContext) {
  const learnt = { processed: 0, entities: 0, relations: 0, byModel: 0, byRulesInstead: 0, reason: '' }
  for await (const page of newMemories(run, scope, context)) {
    const episodes = await page.load()
    const extracted = new Map<string, ExtractedEpisode>()
    for (const episode of episodes) {
      const { by, reason, entities, relations } = await extract(episode, context)
      if (by === 'model') learnt.byModel++
      if (reason !== undefined) {
        learnt.byRulesInstead++
        learnt.reason = reason
      }
      extracted.set(episode.id, { id: episode.id, text: episode.text, entities, relations })
      // Rules wait for nothing: without this a thousand episodes would keep every answer, and the lease, waiting.
      await othersTurn()
    }
    for (const group of bySession(episodes)) {
      const [{ session, project }] = group
      const gathered = gather(group.map(({ id }) => extracted.get(id)!))
      const themes = await findThemes(group, context)
      const all = { ...gathered, entities: withoutRepeats([...gathered.entities, ...themes]) }
      const added = await retryOnConflict(() => store(all, { session, project }, context))
      learnt.entities += added.entities
      learnt.relations += added.relations
    }
    // After the groups, each of which is whole: told twice, they add nothing.
    await context.memories.commit({ at: context.clock.now(), bookmarks: page.bookmark })
    learnt.processed += episodes.length
  }
  return learnt
}

/** What many episodes of the page are about, beyond what each of them names. */
async function findThemes(episodes: readonly StoredMemory[], context: OperationContext): Promise<GatheredEntity[]> {
  const texts = new Map(episodes.map(({ id, text }) => [id, text]))
  const neighbourhoods = []
  for (let from = 0; from < episodes.length; from += comparedAtOnce) {
    const some = episodes.slice(from, from + comparedAtOnce)
    const wanted = { kinds: run.kinds, most: neighbours, minCosine: clusterCosine }
    const near = await nearestAtHome(some, wanted, context)
    neighbourhoods.push(...some.map(({ id }, at) => ({ id, near: near[at].filter((each) => texts.has(each.id)) })))
  }
  const nameTheme = themesAmong([...texts.values()])
  return (await findClusters(neighbourhoods)).flatMap((ids): GatheredEntity[] => {
    const name = nameTheme(ids.map((id) => texts.get(id)!))
    if (name === undefined) return []
    const summary = `${ids.length} memories about ${name}`
    const key = entityKey(name, 'CONCEPT')
    return [{ key, name, type: 'CONCEPT', summary, summaryFrom: ids[0], isDefinition: false, episodes: ids }]
  })
}

/** All of a group in one commit, but for entities that a better summary supersedes: each of those is one of its own. */
async function store({ entities, relations }: Gathered, home: Home, context: OperationContext) {
  const known = await findKnown(entities, home, context)
  for (const entity of entities) {
    const old = known.get(entity.key)
    if (old !== undefined && isOutdated(old, entity)) known.set(entity.key, await renew(old, entity, context))
  }
  const now = context.clock.now()
  const fresh = entities.filter(({ key }) => !known.has(key))
  const added = await Promise.all(fresh.map((entity) => compose(draftOf(entity, home), now, context)))
  const ids = new Map([...known].map(([key, { id }]) => [key, id]))
  fresh.forEach(({ key }, at) => {
    ids.set(key, added[at].memory.id)
  })
  const sources = entities.flatMap(({ key, episodes }) => {
    // What people told stands on their word: a mention is no ground of it.
    const type = known.has(key) && known.get(key)!.source !== 'consolidation' ? mentionedIn : derivedFrom
    return episodes.map((episode) => structuralEdge(type, ids.get(key)!, episode, now))
  })
  const relate = relations.map(({ source, target, type }) =>
    newEdge(type, ids.get(source)!, ids.get(target)!, initialWeight, now),
  )
  const news = await newEdges(relate, [...known.values()], context)
  const batch: Batch = { at: now, add: added, connect: sources, relate: news }
  if (added.length + sources.length + news.length > 0) await context.memories.commit(batch)
  return { entities: added.length, relations: news.length }
}

/** Only what is not there yet: a run that is picked up again must not make edges stronger. */
async function newEdges(edges: readonly Edge[], known: readonly StoredMemory[], { memories }: OperationContext) {
  const keyOf = ({ source, target, type }: Edge) => `${source} ${target} ${type}`
  const types = [...new Set(edges.map(({ type }) => type))]
  const open =
    known.length === 0
      ? []
      : await memories.neighbours(
          known.map(({ id }) => id),
          types,
        )
  const there = new Set(open.map(keyOf))
  return edges.filter((edge) => !there.has(keyOf(edge)))
}

async function findKnown(
  entities: readonly GatheredEntity[],
  { session, project }: Home,
  { memories }: OperationContext,
): Promise<Map<string, StoredMemory>> {
  const known = new Map<string, StoredMemory>()
  for (const { key, name } of entities) {
    const facets = { name_key: nameKey(name) }
    const filter = { kinds: ['entity'] as const, session, ofProject: project, facets }
    const { memories: same } = await memories.query(filter, { offset: 0, limit: 10 })
    // Of its own type, else whatever else has the name; a fact is a statement, and no thing.
    const things = same.filter(({ facets }) => facets.entity_type !== 'FACT')
    const found = things.find((memory) => memory.facets.key === key) ?? things[0]
    if (found !== undefined) known.set(key, found)
  }
  return known
}

/** Its own words only, and only for better ones: what people told is theirs to change. */
function isOutdated({ source, summary, facets }: StoredMemory, entity: GatheredEntity): boolean {
  return (
    source === 'consolidation' && entity.isDefinition && facets.is_definition !== true && summary !== entity.summary
  )
}

async function renew(old: StoredMemory, entity: GatheredEntity, context: OperationContext): Promise<StoredMemory> {
  // Under the name and type that it has.
  const { name, entityType } = toEntity(old)
  const renamed = { ...entity, name, type: entityType }
  // It takes the place of one that is there; an import may have brought another of the same name.
  const { uniqueFacet: _, ...draft } = draftOf(renamed, old)
  const { id } = await supersede(old, { ...draft, tags: old.tags }, context)
  const [renewed] = await context.memories.get([id])
  return renewed!
}

function draftOf({ name, type, summary, summaryFrom, isDefinition, episodes }: GatheredEntity, home: Home): Draft {
  const entity: Entity = { name, entityType: type, summary, details: null }
  return {
    session: home.session,
    project: home.project,
    kind: 'entity',
    text: entityText(entity),
    summary,
    facets: { ...entityFacets(entity, episodes[0]), summary_from: summaryFrom, is_definition: isDefinition },
    tags: [],
    importance: 0.5,
    happenedAt: null,
    source: 'consolidation',
    uniqueFacet: 'key',
  }
}
