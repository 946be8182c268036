import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { CandidateRequest, MemoryStore, NewMemory } from '#ww/ports/memory-store.js'
import { start } from '../../support/memories.js'
import { useTemporaryFolders } from '../../support/temporary-folder.js'

/** Opens the store that is kept at `where`, a path of the suite's; what is not there yet begins empty. */
export type OpenStore = (where: string) => MemoryStore | Promise<MemoryStore>

/** What a topic of the suite gets its stores from. All are closed when its tests end. */
export interface Stores {
  newPlace(): string
  open(where: string): Promise<MemoryStore>
  /** Two handles on the same new store, as two processes have them. */
  pair(): Promise<[MemoryStore, MemoryStore]>
  /** In a place of its own, empty or with these memories. */
  fresh(memories?: readonly NewMemory[]): Promise<MemoryStore>
}

/** To be called where tests are described. */
export function useStores(open: OpenStore): Stores {
  const opened: MemoryStore[] = []
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
  vector: null,
  perLeg: 200,
  newest: 50,
  exhaustiveUpTo: 2_000,
}

export const idsOf = (found: readonly { readonly id: string }[]): string[] => found.map(({ id }) => id)

export async function queryIds(store: MemoryStore, ...args: Parameters<MemoryStore['query']>): Promise<string[]> {
  return idsOf((await store.query(...args)).memories)
}

/** Larger than any test's store. */
export const wholePage = { offset: 0, limit: 100_000 }
