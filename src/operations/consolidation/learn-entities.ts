import { strengthen } from '../../memory/activation/hebbian.js'
import { findClusters } from '../../memory/consolidation/clusters.js'
import {
  type ExtractedEpisode,
  type Gathered,
  type GatheredEntity,
  type GatheredRelation,
  gather,
  withoutRepeats,
} from '../../memory/consolidation/gather.js'
import { createThemeNamer } from '../../memory/consolidation/theme.js'
import type { Edge, StoredMemory } from '../../memory/memory.js'
import { type Entity, entityFacets, entityKey, entityText, nameKey, toEntity } from '../../memory/semantic/entity.js'
import { derivedFrom, mentionedIn } from '../../memory/semantic/links.js'
import { type Trust, trustOf } from '../../memory/trust/trust.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemorySearch } from '../../ports/store/search.js'
import type { Batch, MemoryWriter } from '../../ports/store/write.js'
import type { Composing, OperationContext, Using } from '../machinery/operation-context.js'
import { runInSlices, unlessAborted } from '../machinery/run-in-slices.js'
import { yieldToEventLoop } from '../machinery/yield-to-event-loop.js'
import { retryOnConflict } from '../writing/change-memory.js'
import { newEdge, structuralEdge } from '../writing/edges.js'
import { supersede } from '../writing/supersede.js'
import { compose, type Draft } from '../writing/write-memory.js'
import { extract } from './extract.js'
import { nearestInScope } from './nearest-in-scope.js'
import { type ConsolidationScope, groupBySession, type NewMemories, newMemories } from './new-memories.js'

/** CON3: memories this similar are about the same thing; each is compared with so many neighbours. */
const clusterCosine = 0.45
const neighbours = 10
const comparedPerRequest = 8

/** Large pages: clusters are found within one. */
const run = { name: 'deep', kinds: ['episode'], pageSize: 1_000 } as const

/** Entities are written to the session and project of their episodes. */
type WriteScope = Pick<Draft, 'session' | 'project'>

interface Learnt {
  processed: number
  entities: number
  relations: number
  byModel: number
  byRulesInstead: number
  reason: string
}

/** CON3: turns what new episodes mention into entities, linked to the episodes and to each other. */
export async function learnEntities(scope: ConsolidationScope, context: OperationContext) {
  const learnt: Learnt = { processed: 0, entities: 0, relations: 0, byModel: 0, byRulesInstead: 0, reason: '' }
  for await (const page of newMemories(run, scope, context)) {
    if ((await unlessAborted(context, () => learnPage(page, learnt, context))) === undefined) break
  }
  return learnt
}

/** Counts in `learnt` what it did: an abort keeps what is stored by then. */
async function learnPage(page: NewMemories, learnt: Learnt, context: OperationContext): Promise<Learnt> {
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
    // Rules never wait: without this, a thousand episodes would block all requests and the lease renewal.
    await yieldToEventLoop(context)
  }
  for (const group of groupBySession(episodes)) {
    const [{ session, project }] = group
    const inOrder = [...group].sort((a, b) => a.happenedAt - b.happenedAt || (a.id < b.id ? -1 : 1))
    const gathered = await runInSlices(gather(inOrder.map(({ id }) => extracted.get(id)!)), context)
    const themes = await findThemes(group, context)
    const all = { ...gathered, entities: withoutRepeats([...gathered.entities, ...themes]) }
    const added = await retryOnConflict(() => store(all, { session, project }, context))
    learnt.entities += added.entities
    learnt.relations += added.relations
  }
  // After the groups, each of which is one transaction: processing them again adds nothing.
  await context.memories.commit({ at: context.clock.now(), checkpoints: page.checkpoint })
  learnt.processed += episodes.length
  return learnt
}

/** Topics that many episodes of the page share, beyond the entities that each names. */
async function findThemes(
  episodes: readonly StoredMemory[],
  context: Using<MemorySearch, 'embedder' | 'signal'>,
): Promise<GatheredEntity[]> {
  const texts = new Map(episodes.map(({ id, text }) => [id, text]))
  const neighbourhoods = []
  for (let from = 0; from < episodes.length; from += comparedPerRequest) {
    const some = episodes.slice(from, from + comparedPerRequest)
    const wanted = { kinds: run.kinds, most: neighbours, minCosine: clusterCosine }
    const near = await nearestInScope(some, wanted, context)
    neighbourhoods.push(...some.map(({ id }, at) => ({ id, near: near[at].filter((each) => texts.has(each.id)) })))
  }
  const clusters = await findClusters(neighbourhoods)
  // Reading all texts takes seconds if they are long, and is in vain without a cluster.
  if (clusters.length === 0) return []
  const nameTheme = await runInSlices(createThemeNamer([...texts.values()]), context)
  const themes: GatheredEntity[] = []
  for (const ids of clusters) {
    const name = await runInSlices(nameTheme(ids.map((id) => texts.get(id)!)), context)
    if (name === undefined) continue
    const summary = `${ids.length} memories about ${name}`
    const key = entityKey(name, 'CONCEPT')
    themes.push({ key, name, type: 'CONCEPT', summary, summaryFrom: ids[0], isDefinition: false, episodes: ids })
  }
  return themes
}

/** Stores a group in one transaction, except entities that get a better summary: each of those is its own. */
async function store(
  { entities, relations }: Gathered,
  scope: WriteScope,
  context: Using<MemoryWriter & MemoryReader & MemoryGraph, Composing | 'clock'>,
) {
  const known = await findKnown(entities, scope, context)
  for (const entity of entities) {
    const old = known.get(entity.key)
    if (old !== undefined && isOutdated(old, entity))
      known.set(entity.key, await supersedeSummary(old, entity, context))
  }
  const now = context.clock.now()
  const fresh = entities.filter(({ key }) => !known.has(key))
  const trustBy = await readTrust(fresh, context)
  const added = await Promise.all(
    fresh.map((entity) => compose({ ...draftOf(entity, scope), trust: trustBy(entity) }, now, context)),
  )
  const ids = new Map([...known].map(([key, { id }]) => [key, id]))
  fresh.forEach(({ key }, at) => {
    ids.set(key, added[at].memory.id)
  })
  const sources = entities.flatMap(({ key, episodes }) => {
    // Users' own entities are not derived from mentions.
    const type = known.has(key) && known.get(key)!.source !== 'consolidation' ? mentionedIn : derivedFrom
    return episodes.map((episode) => structuralEdge(type, ids.get(key)!, episode, now))
  })
  const relationEdges = await toEdges(relations, { ids, known: [...known.values()], now }, context)
  const batch: Batch = { at: now, add: added, connect: [...sources, ...relationEdges] }
  if (added.length + sources.length + relationEdges.length > 0) await context.memories.commit(batch)
  return { entities: added.length, relations: relationEdges.filter(({ validTo }) => validTo === null).length }
}

interface KnownThings {
  /** The ids of entities by their keys. */
  readonly ids: ReadonlyMap<string, string>
  readonly known: readonly StoredMemory[]
  readonly now: number
}

/**
 * CON3: an edge for each relation that is stated, the stronger the more often; a closed one for each that no longer holds.
 * Episodes that both ends have as a source were counted before: a resumed run strengthens nothing.
 */
async function toEdges(
  relations: readonly GatheredRelation[],
  { ids, known, now }: KnownThings,
  { memories }: Using<MemoryGraph>,
): Promise<readonly Edge[]> {
  const types = [...new Set(relations.map(({ type }) => type)), derivedFrom, mentionedIn]
  const there =
    known.length === 0
      ? []
      : await memories.neighbours(
          known.map(({ id }) => id),
          types,
        )
  const keyOf = (source: string, type: string, target: string) => `${source} ${type} ${target}`
  const open = new Map(there.map((edge) => [keyOf(edge.source, edge.type, edge.target), edge]))
  const isSource = (id: string, episode: string) =>
    [derivedFrom, mentionedIn].some((type) => open.has(keyOf(id, type, episode)))
  return relations.flatMap(({ source, target, type, statedIn, isEnded }) => {
    const [from, to] = [ids.get(source)!, ids.get(target)!]
    const edge = open.get(keyOf(from, type, to))
    if (isEnded) return edge === undefined ? [] : [{ ...edge, validTo: now }]
    const fresh = statedIn.filter((episode) => !isSource(from, episode) || !isSource(to, episode))
    if (fresh.length === 0) return []
    const weight = fresh.reduce((sum) => strengthen(sum), edge?.weight ?? 0)
    return [edge === undefined ? newEdge(type, from, to, weight, now) : { ...edge, weight }]
  })
}

async function findKnown(
  entities: readonly GatheredEntity[],
  { session, project }: WriteScope,
  { memories }: Using<MemoryReader>,
): Promise<Map<string, StoredMemory>> {
  const known = new Map<string, StoredMemory>()
  for (const { key, name } of entities) {
    const facets = { name_key: nameKey(name) }
    const filter = { kinds: ['entity'] as const, session, ofProject: project, facets }
    const { memories: same } = await memories.query(filter, { offset: 0, limit: 10 })
    // The entity of the same type, else another with the name; a fact is a statement, not a thing.
    const things = same.filter(({ facets }) => facets.entity_type !== 'FACT')
    const found = things.find((memory) => memory.facets.key === key) ?? things[0]
    if (found !== undefined) known.set(key, found)
  }
  return known
}

/** Only summaries written by consolidation are replaced, and only by definitions; users change their own. */
function isOutdated({ source, summary, facets }: StoredMemory, entity: GatheredEntity): boolean {
  return (
    source === 'consolidation' && entity.isDefinition && facets.is_definition !== true && summary !== entity.summary
  )
}

async function supersedeSummary(
  old: StoredMemory,
  entity: GatheredEntity,
  context: Using<MemoryReader & MemoryGraph & MemoryWriter, Composing | 'clock'>,
): Promise<StoredMemory> {
  // The name and type stay.
  const { name, entityType } = toEntity(old)
  const renamed = { ...entity, name, type: entityType }
  // Without the uniqueness check: it replaces an existing entity, and an import may have added another of that name.
  const { uniqueFacet: _, ...draft } = draftOf(renamed, old)
  const trustBy = await readTrust([entity], context)
  const { id } = await supersede(old, { ...draft, tags: old.tags, trust: trustBy(entity) }, context)
  const [renewed] = await context.memories.get([id])
  return renewed!
}

/** An entity quotes an episode, and is as trusted as that. */
async function readTrust(entities: readonly GatheredEntity[], { memories }: Using<MemoryReader>) {
  const ids = [...new Set(entities.map(({ summaryFrom }) => summaryFrom))]
  const found = ids.length === 0 ? [] : await memories.get(ids)
  const trust = new Map(found.flatMap((memory) => (memory === undefined ? [] : [[memory.id, trustOf(memory)]])))
  return ({ summaryFrom }: GatheredEntity): Trust => trust.get(summaryFrom) ?? 'stated'
}

function draftOf(
  { name, type, summary, summaryFrom, isDefinition, episodes }: GatheredEntity,
  scope: WriteScope,
): Draft {
  const entity: Entity = { name, entityType: type, summary, details: null }
  return {
    session: scope.session,
    project: scope.project,
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
