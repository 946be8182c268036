import { join } from 'node:path'
import { afterAll } from 'vitest'
import { openStaticTokenSpace } from '#ww/adapters/embedders/static/static-token-space.js'
import { defaultWeights } from '#ww/memory/activation/weights.js'
import { analyseQuery } from '#ww/memory/recall/query/analyse-query.js'
import type { MemoryFilter } from '#ww/ports/store/filter.js'
import type { MemoryReader } from '#ww/ports/store/read.js'
import type { CandidateRequest, MemorySearch } from '#ww/ports/store/search.js'
import type { NewMemory } from '#ww/ports/store/write.js'
import type { InspectedStore } from '../../support/inspected-store.js'
import { start } from '../../support/memories.js'
import { useTemporaryFolders } from '../../support/temporary-folder.js'
import { vectorOf } from '../../support/text-analysis.js'

/** Opens the store at `where`, a path of the suite's; a new one begins empty. */
export type OpenStore = (where: string) => InspectedStore | Promise<InspectedStore>

/** Opens stores for one part of the suite, and closes them when its tests end. */
export interface Stores {
  newPlace(): string
  open(where: string): Promise<InspectedStore>
  /** Two handles on the same new store, as two processes have them. */
  pair(): Promise<[InspectedStore, InspectedStore]>
  /** In a place of its own, empty or with these memories. */
  fresh(memories?: readonly NewMemory[]): Promise<InspectedStore>
}

/** To be called where tests are described. */
export function useStores(open: OpenStore): Stores {
  const opened: InspectedStore[] = []
  // Registered first, so that it runs last: folders go after the stores in them are closed.
  const temporaryFolder = useTemporaryFolders()
  afterAll(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()))
  })
  const stores: Stores = {
    newPlace: () => join(temporaryFolder(), 'memories'),
    async open(where) {
      const store = await open(where)
      opened.push(store)
      return store
    },
    async pair() {
      const place = stores.newPlace()
      return [await stores.open(place), await stores.open(place)]
    },
    async fresh(memories = []) {
      const store = await stores.open(stores.newPlace())
      if (memories.length > 0) await store.commit({ at: start, add: memories })
      return store
    },
  }
  return stores
}

/** Everything that passes, without looking for anything. */
export const anyCandidate: CandidateRequest = {
  filter: {},
  terms: [],
  vectors: [],
  perRetriever: 200,
  newest: 50,
  exhaustiveUpTo: 2_000,
}

export const idsOf = (found: readonly { readonly id: string }[]): string[] => found.map(({ id }) => id)

export async function queryIds(store: MemoryReader, ...args: Parameters<MemoryReader['query']>): Promise<string[]> {
  return idsOf((await store.query(...args)).memories)
}

/** Everything that passes, ranked for this question: what a recall of this store's process is answered from. */
export async function rankIds(
  store: MemorySearch,
  text: string,
  filter: MemoryFilter = {},
): Promise<readonly string[]> {
  const query = await analyseQuery(text, { tokens: await tokenSpace, languages: [], now: start })
  const by = { wordings: [query], weights: defaultWeights.similarity }
  const vectors = [await vectorOf(text)]
  const { ids } = await store.rank({ ...anyCandidate, filter, terms: query.terms, vectors, by })
  return ids
}
const tokenSpace = openStaticTokenSpace()

/** Larger than any test's store. */
export const wholePage = { offset: 0, limit: 100_000 }
