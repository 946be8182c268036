import { nodeKey, type Triple } from './triples.js'

interface Indexed {
  readonly scope: string
  readonly triples: readonly Triple[]
}

/** The triples of texts, indexed by their nodes and maintained on write, like the records (GWT7, GWT9). */
export class TripleIndex {
  readonly #byMemory = new Map<string, Indexed>()
  readonly #memoriesOfNode = new Map<string, Set<string>>()
  readonly #relations = new Map<string, Set<string>>()

  get size(): number {
    let size = 0
    for (const { triples } of this.#byMemory.values()) size += triples.length
    return size
  }

  /** Replaces the memory's triples. `scope` is an opaque text of the caller that decides who may see them. */
  put(memoryId: string, scope: string, triples: readonly Omit<Triple, 'memoryId'>[]): void {
    this.delete(memoryId)
    if (triples.length === 0) return
    this.#byMemory.set(memoryId, { scope, triples: triples.map((triple) => ({ ...triple, memoryId })) })
    for (const { subject, relation, object } of triples) {
      addTo(this.#memoriesOfNode, nodeKey(subject), memoryId)
      addTo(this.#memoriesOfNode, nodeKey(object), memoryId)
      addTo(this.#relations, relation, memoryId)
    }
  }

  delete(memoryId: string): void {
    for (const { subject, relation, object } of this.#byMemory.get(memoryId)?.triples ?? []) {
      removeFrom(this.#memoriesOfNode, nodeKey(subject), memoryId)
      removeFrom(this.#memoriesOfNode, nodeKey(object), memoryId)
      removeFrom(this.#relations, relation, memoryId)
    }
    this.#byMemory.delete(memoryId)
  }

  relations(isVisible: (scope: string) => boolean = () => true): readonly string[] {
    const names = [...this.#relations].filter(([, ids]) => [...ids].some((id) => this.#isVisible(id, isVisible)))
    return names.map(([name]) => name).sort()
  }

  /** Every triple with one of these node keys at an end, in the order of memory ids. */
  touching(nodes: readonly string[], isVisible: (scope: string) => boolean = () => true): readonly Triple[] {
    const wanted = new Set(nodes)
    const ids = new Set(nodes.flatMap((node) => [...(this.#memoriesOfNode.get(node) ?? [])]))
    return [...ids]
      .filter((id) => this.#isVisible(id, isVisible))
      .sort()
      .flatMap((id) => this.#byMemory.get(id)?.triples ?? [])
      .filter(({ subject, object }) => wanted.has(nodeKey(subject)) || wanted.has(nodeKey(object)))
  }

  #isVisible(memoryId: string, isVisible: (scope: string) => boolean): boolean {
    const scope = this.#byMemory.get(memoryId)?.scope
    return scope !== undefined && isVisible(scope)
  }
}

function addTo(map: Map<string, Set<string>>, key: string, id: string): void {
  const ids = map.get(key)
  if (ids === undefined) map.set(key, new Set([id]))
  else ids.add(id)
}

function removeFrom(map: Map<string, Set<string>>, key: string, id: string): void {
  const ids = map.get(key)
  ids?.delete(id)
  if (ids?.size === 0) map.delete(key)
}
