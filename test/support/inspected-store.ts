import type { Candidate, CandidateSet } from '#ww/memory/recall/ranking/candidates.js'
import type { MemoryVectors } from '#ww/memory/recall/ranking/newer-first.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import type { CandidateRequest } from '#ww/ports/store/search.js'

/** A store together with the candidates that its engine would rank, which the product itself does not show. */
export interface InspectedStore extends MemoryStore {
  findCandidates(request: CandidateRequest): Promise<CandidateSet>
  /** Every member of these scenes that passes the filter. */
  findScenes(request: CandidateRequest, scenes: readonly number[]): Promise<readonly Candidate[]>
  /** The vectors of candidates of this request. */
  findVectors(request: CandidateRequest, ids: readonly string[]): Promise<readonly MemoryVectors[]>
}

export interface CandidateInspector {
  find(request: CandidateRequest): CandidateSet | Promise<CandidateSet>
  findScenes(request: CandidateRequest, scenes: readonly number[]): readonly Candidate[] | Promise<readonly Candidate[]>
  vectors(
    request: CandidateRequest,
    ids: readonly string[],
  ): readonly MemoryVectors[] | Promise<readonly MemoryVectors[]>
  close(): void | Promise<void>
}

/** The inspector is opened at its first use and closed with the store. */
export function inspectStore(store: MemoryStore, open: () => CandidateInspector): InspectedStore {
  let inspector: CandidateInspector | undefined
  const opened = (): CandidateInspector => {
    inspector ??= open()
    return inspector
  }
  return {
    ...store,
    findCandidates: async (request) => opened().find(request),
    findScenes: async (request, scenes) => opened().findScenes(request, scenes),
    findVectors: async (request, ids) => opened().vectors(request, ids),
    async close() {
      const closing = inspector
      inspector = undefined
      await closing?.close()
      await store.close()
    },
  }
}
