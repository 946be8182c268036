import type { NewMemory } from '#ww/ports/store/write.js'
import { plainSet } from '../../../support/candidates.js'
import type { InspectedStore } from '../../../support/inspected-store.js'
import { hours, idOf, minutes, newMemories, start } from '../../../support/memories.js'
import { indexOf, model, vectorOf } from '../../../support/text-analysis.js'
import { anyCandidate, idsOf, queryIds, wholePage } from '../stores.js'

export const german = 'Der Igel schläft im Winter unter dem Laubhaufen hinter unserem kleinen Haus am See.'
const english = 'The hedgehog sleeps in winter under the heap of leaves behind our little house.'

export const secret = idOf(7)

/** All in one scene but for the last; the secret one is the only one of its words, session, project and language. */
export async function aWorld(): Promise<NewMemory[]> {
  const speaker = async (name: string) => ({ ...(await indexOf('Zerberus barked')), speaker: name })
  return newMemories([
    { id: idOf(1), text: english, happenedAt: start, tags: ['kept'], answers: ['Where does the hedgehog sleep?'] },
    { id: idOf(2), text: 'heron pond', happenedAt: start + minutes(1) },
    { id: idOf(3), text: 'heron', kind: 'entity', facets: { name: 'heron' }, vector: null },
    {
      id: secret,
      text: german,
      session: 'secret-session',
      project: 'secret-project',
      tags: ['kept', 'secret-tag'],
      facets: { name: 'secret facet' },
      happenedAt: start + minutes(2),
      answers: ['Where does the hedgehog sleep?', 'Wo schläft der Igel?'],
    },
    { id: idOf(8), text: 'Zerberus barked', index: await speaker('cerberus'), happenedAt: start + minutes(2) },
    { id: idOf(4), text: 'pond', happenedAt: start + minutes(3) },
    { id: idOf(5), text: 'heron', happenedAt: start + hours(5), state: 'hidden' },
  ])
}

/** All that a store can be asked for. Scenes are compared by their members, since each store numbers its own. */
export async function contentOf(store: InspectedStore) {
  const terms = ['heron', 'pond', 'hedgehog', 'igel', 'zerberus', 'barked']
  const request = { ...anyCandidate, terms, vectors: [await vectorOf('heron')] }
  const { bytes: _, engine: __, ...stats } = await store.stats()
  const everything = await store.query({ includeClosed: true }, wholePage)
  const found = plainSet(await store.findCandidates(request), request)
  const ids = idsOf(everything.memories)
  return {
    stats,
    memories: everything.memories.map(({ scene: _, ...memory }) => memory),
    scenes: ids.map((_, index) =>
      everything.memories.findIndex(({ scene }) => scene !== null && scene === everything.memories[index]!.scene),
    ),
    candidates: found.candidates.map(({ scene: _, ...candidate }) => candidate).sort((a, b) => (a.id < b.id ? -1 : 1)),
    statistics: found.statistics,
    total: found.total,
    tagged: await queryIds(store, { tags: ['kept'] }, wholePage),
    known: await queryIds(store, { knownAt: start + hours(1) }, wholePage),
    languages: await store.languages(),
    unembedded: await store.unembedded(model, 100),
    edges: await store.neighbours(ids, undefined, 'ever'),
    nearest: await store.nearest({ to: ids, model, filter: {}, most: 10, minCosine: -1 }),
    associations: await store.associations(ids, ids),
  }
}
