import { candidateIds } from '../../memory/ids.js'
import { referencesIn, renameReferences } from '../../memory/import-export/facet-references.js'
import type { Edge } from '../../memory/memory.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { Batch, MemoryChange, NewMemory } from '../../ports/store/write.js'
import type { Caller } from '../machinery/caller.js'
import type { Indexed } from '../writing/write-memory.js'
import { FactNames } from './fact-names.js'
import type { IncomingEdge, IncomingMemory } from './incoming-memory.js'
import { type Known, KnownMemories } from './known-memories.js'
import { toChanges, toNewMemory, withChanges, withReferences } from './line-batch.js'
import { ProvisionalMap } from './provisional-map.js'

type IndexOf = (incoming: IncomingMemory) => Indexed | Promise<Indexed>

/** The outcome of a line. */
interface Decision {
  readonly what: 'added' | 'updated' | 'duplicate'
  readonly id: string
  /** The stored version; 0 when there is none. */
  readonly from: number
}

interface DecidedLine extends Decision {
  readonly incoming: IncomingMemory
  readonly sceneWith: string | undefined
}

/** An edge of the line whose memory has this id. */
export interface FoundEdge {
  readonly line: number
  readonly id: string
  readonly edge: IncomingEdge
}

export interface Plan {
  /** In the order of the lines. */
  readonly outcomes: readonly { readonly line: number; readonly what: Decision['what']; readonly id: string }[]
  readonly batch: Omit<Batch, 'at'>
  /** Edges whose other end does not exist, or not yet. */
  readonly unconnected: readonly FoundEdge[]
  /** Memories whose facets name others that do not exist, or not yet. */
  readonly dangling: readonly Dangling[]
}

export interface Dangling {
  readonly id: string
  readonly references: readonly string[]
}

interface Connected extends Pick<Plan, 'unconnected'> {
  readonly merge: readonly Edge[]
  readonly end: readonly MemoryChange[]
}

/** The store methods that planning needs. */
export type PlannerStore = Pick<MemoryReader, 'get' | 'findDuplicates' | 'findByFacet'>

/**
 * Decides the outcome of each line (GWT14) and the ends of its edges and scene, batch by batch. Every id is the line's
 * own or derived from it, so that a second run decides the same.
 */
export class Planner {
  readonly #memories: PlannerStore
  readonly #known: KnownMemories
  /** The member that represents a scene whose first member is missing. */
  readonly #anchors = new ProvisionalMap<string>()
  /** Ids by content digest, until the lines are stored and the store can find them. */
  readonly #idsByContent = new ProvisionalMap<string>()
  readonly #names: FactNames

  constructor(memories: PlannerStore, caller: Caller) {
    this.#memories = memories
    this.#known = new KnownMemories(memories, caller)
    this.#names = new FactNames(memories)
  }

  /** The next lines whose memory is stored at the same version or a later one: they need no index. */
  async findStored(lines: readonly IncomingMemory[]): Promise<Set<IncomingMemory>> {
    const found = await this.#known.prefetch(idsNeeded(lines))
    return new Set(
      lines.filter((incoming) => {
        const known = found.get(incoming.id)
        return known !== undefined && isSame(known, incoming) && versionOf(incoming) <= known.version
      }),
    )
  }

  /** Plans on the assumption that the batch being written succeeds. */
  async plan(lines: readonly IncomingMemory[], indexOf: IndexOf): Promise<Plan> {
    await this.#known.read(idsNeeded(lines))
    const duplicates = await this.#findDuplicates(lines, indexOf)
    await this.#names.load(lines)
    const decided: DecidedLine[] = []
    for (const incoming of lines) {
      const decision = await this.#decide(incoming, duplicates.get(incoming))
      decided.push({ incoming, sceneWith: this.#sceneOf(incoming, decision.id), ...decision })
      this.#note(incoming, decision.id)
    }
    const add: NewMemory[] = []
    const change: MemoryChange[] = []
    const dangling: Dangling[] = []
    // After all ids are decided: lines may name later lines.
    for (const { incoming, what, id, from, sceneWith } of decided) {
      const named = withReferences(incoming, this.#known.rename)
      if (what === 'added') {
        const added = named.needsName ? await this.#names.name(named) : named
        // Awaited only if needed: nearly always it is there, and a turn of the event loop per line costs more (`npm run bench:import`).
        const indexed = indexOf(incoming)
        add.push(toNewMemory(added, id, indexed instanceof Promise ? await indexed : indexed, sceneWith))
      }
      if (what === 'updated') {
        const changes = toChanges(named, id, from)
        const place = add.findIndex(({ memory }) => memory.id === id)
        // What is added changes with its own changes: those of a batch come before it.
        if (place === -1) change.push(...changes)
        else add[place] = withChanges(add[place], changes)
      }
      if (what !== 'duplicate') dangling.push(...this.#findDangling(incoming, id))
    }
    const edges = decided.flatMap(({ incoming: { line, edges }, id }) => edges.map((edge) => ({ line, id, edge })))
    const { merge, end, unconnected } = await this.connect(edges)
    const added = new Set(add.map(({ memory }) => memory.id))
    return {
      outcomes: decided.map(({ incoming: { line }, what, id }) => ({ line, what, id })),
      batch: {
        // New memories end after they are added, the others before.
        add: add.map((each) => withChanges(each, end)),
        change: [...change, ...end.filter(({ id }) => !added.has(id))],
        merge,
      },
      unconnected,
      dangling,
    }
  }

  #findDangling({ memory: { kind, facets } }: IncomingMemory, id: string): Dangling[] {
    const references = referencesIn(kind, facets).filter((each) => !this.#known.isImported(each))
    return references.length === 0 ? [] : [{ id, references }]
  }

  /** Replaces references in facets by the ids that the named lines have got since. */
  async renameDangling(dangling: readonly Dangling[]): Promise<MemoryChange[]> {
    const renamed = dangling.filter(({ references }) => references.some((each) => this.#known.rename(each) !== each))
    const found = renamed.length === 0 ? [] : await this.#memories.get(renamed.map(({ id }) => id))
    return found.flatMap((memory) => {
      if (memory === undefined) return []
      const { id, version, kind, facets } = memory
      return [{ id, version, facets: renameReferences(kind, facets, this.#known.rename) }]
    })
  }

  /** The edges with both ends visible to the caller, and the versions that end with them. */
  async connect(edges: readonly FoundEdge[]): Promise<Connected> {
    await this.#known.readMore(edges.flatMap(({ edge }) => this.#known.candidates(edge.other)))
    const merge: Edge[] = []
    const end: MemoryChange[] = []
    const unconnected: FoundEdge[] = []
    for (const found of edges) {
      const { other, isOutgoing, replaces, ...rest } = found.edge
      const otherId = this.#known.resolve(other)
      if (otherId === undefined) unconnected.push(found)
      // SEM2: a memory has no edge to itself.
      else if (otherId !== found.id) {
        const [source, target] = isOutgoing ? [found.id, otherId] : [otherId, found.id]
        merge.push({ source, target, ...rest })
        if (replaces) end.push(...this.#end(target, source, rest.validFrom))
      }
    }
    return { merge, end, unconnected }
  }

  /** SEM5: only one of two versions is current. A version that has ended replaces nothing. */
  #end(id: string, by: string, at: number): MemoryChange[] {
    const [old, next] = [this.#known.find(id), this.#known.find(by)]
    if (old === undefined || next === undefined || old.validTo !== null || next.validTo !== null) return []
    const validTo = Math.max(old.validFrom, next.validFrom)
    this.#known.addChanged(id, { ...old, version: old.version + 1, validTo })
    return [{ id, version: old.version, at, validTo }]
  }

  /** The planned batch is being written; the next plan assumes that it succeeds. */
  send(): void {
    for (const each of [this.#known, this.#anchors, this.#idsByContent, this.#names]) each.send()
  }

  /** The batch has been written, or counts as written in a dry run. */
  confirm(isStored: boolean): void {
    this.#known.confirm(isStored)
    this.#anchors.confirm()
    this.#names.confirm(isStored)
    if (isStored) this.#idsByContent.drop()
    else this.#idsByContent.confirm()
  }

  /** The batch was refused: drops its assumptions and those of later plans; the store is read again. */
  rollBack(): void {
    for (const each of [this.#known, this.#anchors, this.#idsByContent, this.#names]) each.rollBack()
  }

  async #decide(incoming: IncomingMemory, duplicate: string | undefined): Promise<Decision> {
    const { givenId, contentDigest } = incoming
    const isUnnamed = givenId === undefined && contentDigest !== undefined
    const same = isUnnamed ? (this.#idsByContent.get(contentDigest) ?? duplicate) : undefined
    if (same !== undefined) return { what: 'duplicate', id: same, from: 0 }
    // While another memory has the id, the line gets the next one; the same in every run.
    for (let [id, attempt] = [incoming.id, 0]; ; attempt++) {
      const known = this.#known.find(id)
      const isItsOwn = known === undefined || isSame(known, incoming) || incoming.givenId === undefined
      if (isItsOwn) return decideById(incoming, id, known)
      id = incoming.otherId(attempt)
      await this.#known.readMore([id])
    }
  }

  /** The memories with the same content as lines without an id. */
  async #findDuplicates(
    lines: readonly IncomingMemory[],
    indexOf: IndexOf,
  ): Promise<Map<IncomingMemory, string | undefined>> {
    const unnamed = lines.filter(
      ({ givenId, contentDigest, id }) =>
        givenId === undefined && contentDigest !== undefined && this.#known.find(id) === undefined,
    )
    if (unnamed.length === 0) return new Map()
    const probes = []
    for (const incoming of unnamed) {
      const { project, session, source, tags, text } = incoming.memory
      probes.push({ project, session, source, tags, text, terms: (await indexOf(incoming)).index.terms })
    }
    const found = await this.#memories.findDuplicates(probes)
    await this.#known.readMore(found.filter((id) => id !== undefined))
    return new Map(unnamed.map((incoming, place) => [incoming, found[place]]))
  }

  /** The memory whose scene the line joins: the one it names, else the first line that named the same. */
  #sceneOf({ scene, givenId }: IncomingMemory, id: string): string | undefined {
    if (scene == null) return undefined
    if (scene === givenId) return id
    const anchor = this.#known.resolve(scene) ?? this.#anchors.get(scene)
    if (anchor === undefined) this.#anchors.set(scene, id)
    return anchor ?? id
  }

  #note(incoming: IncomingMemory, id: string): void {
    const { givenId, textDigest, contentDigest } = incoming
    const { validFrom, validTo } = incoming.memory
    const known = { version: versionOf(incoming), validFrom, validTo, textDigest, isVisible: true }
    this.#known.addImported(id, known, givenId)
    if (contentDigest !== undefined) this.#idsByContent.set(contentDigest, id)
  }
}

const versionOf = ({ versions }: IncomingMemory): number => versions.length + 1

/** COM15: the text of an id never changes, so another text is another memory. */
const isSame = (known: Known, incoming: IncomingMemory): boolean =>
  known.isVisible && known.textDigest === incoming.textDigest

/** GWT14: the same id at the same or an earlier version is a duplicate; a later version is an update. */
function decideById(incoming: IncomingMemory, id: string, known: Known | undefined): Decision {
  if (known === undefined) return { what: 'added', id, from: 0 }
  const isUpdate = versionOf(incoming) > known.version
  return { what: isUpdate ? 'updated' : 'duplicate', id, from: known.version }
}

const idsNeeded = (lines: readonly IncomingMemory[]): string[] => [
  ...lines.map(({ id }) => id),
  ...lines.flatMap(sceneReference),
]

/** The memory that the line's scene began with, if not the line's own. */
const sceneReference = ({ scene, givenId }: IncomingMemory): string[] =>
  scene == null || scene === givenId ? [] : candidateIds(scene)
