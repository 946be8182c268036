import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { openStaticTokenSpace } from '#ww/adapters/embedders/static/static-token-space.js'
import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import { createUuidIds } from '#ww/adapters/system/uuid-ids.js'
import { databasePath } from '#ww/app/configuration/data-dir.js'
import { openWorldWeaver } from '#ww/index.js'
import { entityFacets, entityText } from '#ww/memory/semantic/entity.js'
import { relationTypes } from '#ww/memory/semantic/links.js'
import { compose } from '#ww/operations/writing/write-memory.js'
import { createRandom, timed } from '../numbers.mjs'
import { progress } from '../report.mjs'

const entitiesAtOnce = 500
const edgesAtOnce = 5_000

/** Straight into the store, in large batches: a million calls would measure the calls. Some nodes are hubs. */
export async function buildGraph(dataDir, size, { facts, talk }) {
  const store = openSqliteStore({ path: databasePath({ dataDir }) })
  const context = { embedder: createStaticEmbedder(), tokenSpace: openStaticTokenSpace, ids: createUuidIds() }
  const random = createRandom(7)
  const now = Date.now()
  const texts = [...facts, ...talk]
  const ids = []
  for (let from = 0; from < size.entities; from += entitiesAtOnce) {
    const drafts = Array.from({ length: Math.min(entitiesAtOnce, size.entities - from) }, (_, at) => {
      const summary = random.pick(texts).slice(0, 500)
      const entity = {
        name: `${summary.split(' ').slice(0, 3).join(' ')} ${from + at}`,
        entityType: 'FACT',
        summary,
        details: null,
      }
      return {
        kind: 'entity',
        session: 'default',
        project: null,
        text: entityText(entity),
        summary,
        facets: entityFacets(entity, null),
        tags: [],
        importance: 0.5,
        happenedAt: null,
      }
    })
    const add = await Promise.all(drafts.map((draft) => compose(draft, now, context)))
    await store.commit({ at: now, add })
    ids.push(...add.map(({ memory }) => memory.id))
    if (from % 10_000 === 0) progress(`${ids.length} entities`)
  }
  for (let from = 0; from < size.edges; from += edgesAtOnce) {
    const connect = Array.from({ length: edgesAtOnce }, () => ({
      // The square of a uniform number: the first are joined to many, most to a few.
      source: ids[Math.floor(random.next() ** 2 * ids.length)],
      target: random.pick(ids),
      type: random.pick(relationTypes),
      weight: 0.05 + random.next() * 0.9,
      validFrom: now,
      validTo: null,
      coactivations: 0,
      coactivatedAt: null,
    }))
    await store.commit({ at: now, connect: connect.filter(({ source, target }) => source !== target) })
    if (from % 50_000 === 0) progress(`${from} edges`)
  }
  await store.close()
  return ids
}

export async function measureGraph(dataDir, ids, queries) {
  const mind = openWorldWeaver({ dataDir, session: 'default', project: null })
  const random = createRandom(11)
  const took = { spread: [], recall: [], supersede: [] }
  const repeat = async (name, times, call) => {
    progress(name)
    for (let warm = 0; warm < 20; warm++) await call()
    for (let time = 0; time < times; time++) took[name].push((await timed(call)).ms)
  }
  const current = [...ids]
  try {
    await mind.warmUp()
    await repeat('spread', 200, () =>
      mind.call('spread_activation', { seed_entities: [random.pick(ids), random.pick(ids)], steps: 3 }),
    )
    let asked = 0
    await repeat('recall', 200, () =>
      mind.call('semantic_recall', {
        query: queries[asked++ % queries.length],
        context_entities: [random.pick(ids), random.pick(ids), random.pick(ids)],
      }),
    )
    await repeat('supersede', 200, async () => {
      const at = random.below(current.length)
      const { new_id } = await mind.call('supersede_fact', {
        entity_id: current[at],
        new_summary: `${queries[at % queries.length]} It is so since today.`,
      })
      current[at] = new_id
    })
    return took
  } finally {
    await mind.close()
  }
}
