import type { Origin } from '../../memory/origin.js'
import type { MemoryStore } from '../../ports/memory-store.js'
import type { Batch, Erasure } from '../../ports/store/write.js'

/** What a transaction did: the memories that it added, changed or connected, or those that it erased. */
export interface RecordedWrite {
  readonly effect: 'write' | 'erase'
  readonly ids: readonly string[]
}

const stores = new WeakMap<object, object>()

/** The store that callers share, of one that was made for a call. */
export const underlyingStore = (store: object): object => stores.get(store) ?? store

/** The store as one caller uses it: every version that is written says by whom, and each transaction is recorded. */
export function recordWrites(store: MemoryStore, origin: Origin, onWrite: (write: RecordedWrite) => void): MemoryStore {
  const recording: MemoryStore = {
    ...store,
    async commit(batch) {
      const seq = await store.commit(signed(batch, origin))
      const ids = idsWrittenBy(batch)
      if (ids.length > 0) onWrite({ effect: 'write', ids })
      return seq
    },
    async erase(erasure) {
      const treated = await store.erase(signedErasure(erasure, origin))
      onWrite({ effect: 'erase', ids: erasure.ids })
      const ids = idsWrittenBy({
        ...erasure.replaceWith,
        change: [...(erasure.change ?? []), ...(erasure.replaceWith?.change ?? [])],
      })
      if (ids.length > 0) onWrite({ effect: 'write', ids })
      return treated
    },
  }
  stores.set(recording, underlyingStore(store))
  return recording
}

/** An import says itself who wrote a version, or that nobody knows. */
function sign<Written extends { readonly origin?: Origin | null }>(
  written: readonly Written[],
  origin: Origin,
): readonly Written[] {
  return written.map((each) => (each.origin === undefined ? { ...each, origin } : each))
}

function signed<Part extends Omit<Batch, 'at'>>(batch: Part, origin: Origin): Part {
  const { add, change } = batch
  return {
    ...batch,
    origin,
    ...(change === undefined ? {} : { change: sign(change, origin) }),
    ...(add === undefined
      ? {}
      : {
          add: sign(add, origin).map((each) =>
            each.changes === undefined ? each : { ...each, changes: sign(each.changes, origin) },
          ),
        }),
  }
}

const signedErasure = (erasure: Erasure, origin: Origin): Erasure => ({
  ...erasure,
  origin,
  ...(erasure.change === undefined ? {} : { change: sign(erasure.change, origin) }),
  ...(erasure.replaceWith === undefined ? {} : { replaceWith: signed(erasure.replaceWith, origin) }),
})

/** Workspaces, steps of conversations and vectors are no memories. */
function idsWrittenBy({ add, change, carry, connect, relate, merge, takeBack }: Partial<Batch>): string[] {
  const edges = [connect, relate, merge, takeBack?.opened, takeBack?.closed].flatMap((part) =>
    (part ?? []).map(({ source }) => source),
  )
  const ids = [
    ...(add ?? []).map(({ memory }) => memory.id),
    ...[...(change ?? []), ...(takeBack?.versions ?? [])].map(({ id }) => id),
    ...(carry ?? []).map(({ to }) => to),
    ...edges,
  ]
  return [...new Set(ids)]
}
