import { candidateIds } from '../../memory/ids.js'
import type { Edge } from '../../memory/memory.js'
import { referencesIn, renameReferences } from '../../memory/moving/facet-references.js'
import type { Batch, MemoryChange, MemoryStore, NewMemory } from '../../ports/memory-store.js'
import type { Caller } from '../caller.js'
import type { Indexed } from '../writing.js'
import type { Arrival, ArrivingEdge } from './arrival.js'
import { FactNames } from './fact-names.js'
import { type Known, KnownMemories } from './known-memories.js'
import { toChanges, toNewMemory, withChanges, withReferences } from './line-batch.js'
import { ProvisionalMap } from './provisional-map.js'

type IndexOf = (arrival: Arrival) => Indexed | Promise<Indexed>

/** What becomes of a line. */
interface Verdict {
  readonly what: 'added' | 'updated' | 'duplicate'
  readonly id: string
  /** The version that is there; 0 when there is none. */
  readonly from: number
}

interface Judged extends Verdict {
  readonly arrival: Arrival
  readonly sceneWith: string | undefined
}

/** An edge of the line that became the memory of this id. */
export interface FoundEdge {
  readonly line: number
  readonly id: string
  readonly edge: ArrivingEdge
}

export interface Plan {
  /** In the order of the lines. */
  readonly outcomes: readonly { readonly line: number; readonly what: Verdict['what']; readonly id: string }[]
  readonly batch: Omit<Batch, 'at'>
  /** Edges whose other end is not there, or not yet. */
  readonly unconnected: readonly FoundEdge[]
  /** Memories whose facets name others that are not there, or not yet. */
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

/** All that is asked of what is there already. */
export type Looked = Pick<MemoryStore, 'get' | 'findTold' | 'findByFacet'>

/**
 * Decides, a batch at a time, what becomes of lines (GWT14) and where their edges and scenes lead. Every id it gives is
 * the line's own or follows from the line, so that a second run decides the same.
 */
export class Planner {
  readonly #memories: Looked
  readonly #known: KnownMemories
  /** Of scenes whose first member is not there, the member that stands for it. */
  readonly #anchors = new ProvisionalMap<string>()
  /** What lines say, until it is stored and the store can be asked. */
  readonly #said = new ProvisionalMap<string>()
  readonly #names: FactNames

  constructor(memories: Looked, caller: Caller) {
    this.#memories = memories
    this.#known = new KnownMemories(memories, caller)
    this.#names = new FactNames(memories)
  }

  /** Of the next lines, those whose memory is there, at their version or a later one: nobody needs their words. */
  async findStored(arrivals: readonly Arrival[]): Promise<Set<Arrival>> {
    const found = await this.#known.lookAhead(idsAbout(arrivals))
    return new Set(
      arrivals.filter((arrival) => {
        const known = found.get(arrival.id)
        return known !== undefined && isSame(known, arrival) && versionOf(arrival) <= known.version
      }),
    )
  }

  /** As if the batch on its way had gone in. */
  async plan(arrivals: readonly Arrival[], indexOf: IndexOf): Promise<Plan> {
    await this.#known.read(idsAbout(arrivals))
    const told = await this.#findTold(arrivals, indexOf)
    await this.#names.look(arrivals)
    const judged: Judged[] = []
    for (const arrival of arrivals) {
      const verdict = await this.#judge(arrival, told.get(arrival))
      judged.push({ arrival, sceneWith: this.#sceneOf(arrival, verdict.id), ...verdict })
      this.#note(arrival, verdict.id)
    }
    const add: NewMemory[] = []
    const change: MemoryChange[] = []
    const dangling: Dangling[] = []
    // Once it is known which id each has: lines name others that come behind them.
    for (const { arrival, what, id, from, sceneWith } of judged) {
      const named = withReferences(arrival, this.#known.rename)
      if (what === 'added') {
        const told = named.isNamedHere ? await this.#names.name(named) : named
        // Nearly always at hand, and a turn for each would take longer than the rest of it.
        const indexed = indexOf(arrival)
        add.push(toNewMemory(told, id, indexed instanceof Promise ? await indexed : indexed, sceneWith))
      }
      if (what === 'updated') {
        const changes = toChanges(named, id, from)
        const place = add.findIndex(({ memory }) => memory.id === id)
        // What is added changes with its own changes: those of a batch come before it.
        if (place === -1) change.push(...changes)
        else add[place] = withChanges(add[place], changes)
      }
      if (what !== 'duplicate') dangling.push(...this.#findDangling(arrival, id))
    }
    const edges = judged.flatMap(({ arrival: { line, edges }, id }) => edges.map((edge) => ({ line, id, edge })))
    const { merge, end, unconnected } = await this.connect(edges)
    const added = new Set(add.map(({ memory }) => memory.id))
    return {
      outcomes: judged.map(({ arrival: { line }, what, id }) => ({ line, what, id })),
      batch: {
        // What is new in this batch ends behind its being added, the rest before.
        add: add.map((each) => withChanges(each, end)),
        change: [...change, ...end.filter(({ id }) => !added.has(id))],
        merge,
      },
      unconnected,
      dangling,
    }
  }

  #findDangling({ memory: { kind, facets } }: Arrival, id: string): Dangling[] {
    const references = referencesIn(kind, facets).filter((each) => !this.#known.hasCome(each))
    return references.length === 0 ? [] : [{ id, references }]
  }

  /** Of the memories that these were, the facets with the ids that what they name has got since. */
  async nameAnew(dangling: readonly Dangling[]): Promise<MemoryChange[]> {
    const renamed = dangling.filter(({ references }) => references.some((each) => this.#known.rename(each) !== each))
    const found = renamed.length === 0 ? [] : await this.#memories.get(renamed.map(({ id }) => id))
    return found.flatMap((memory) => {
      if (memory === undefined) return []
      const { id, version, kind, facets } = memory
      return [{ id, version, facets: renameReferences(kind, facets, this.#known.rename) }]
    })
  }

  /** The edges whose ends the caller can see both, as the store takes them, and what ends with them. */
  async connect(edges: readonly FoundEdge[]): Promise<Connected> {
    await this.#known.readMore(edges.flatMap(({ edge }) => this.#known.candidates(edge.other)))
    const merge: Edge[] = []
    const end: MemoryChange[] = []
    const unconnected: FoundEdge[] = []
    for (const found of edges) {
      const { other, isOutgoing, replaces, ...rest } = found.edge
      const otherId = this.#known.resolve(other)
      if (otherId === undefined) unconnected.push(found)
      // SEM2: nothing is joined to itself.
      else if (otherId !== found.id) {
        const [source, target] = isOutgoing ? [found.id, otherId] : [otherId, found.id]
        merge.push({ source, target, ...rest })
        if (replaces) end.push(...this.#end(target, source, rest.validFrom))
      }
    }
    return { merge, end, unconnected }
  }

  /** SEM5: of two versions one holds. One that is over itself takes nobody's place. */
  #end(id: string, by: string, at: number): MemoryChange[] {
    const [old, next] = [this.#known.find(id), this.#known.find(by)]
    if (old === undefined || next === undefined || old.validTo !== null || next.validTo !== null) return []
    const validTo = Math.max(old.validFrom, next.validFrom)
    this.#known.changed(id, { ...old, version: old.version + 1, validTo })
    return [{ id, version: old.version, at, validTo }]
  }

  /** What has been planned is on its way: what is planned next stands on it. */
  send(): void {
    for (const each of [this.#known, this.#anchors, this.#said, this.#names]) each.send()
  }

  /** What was on its way is in the store, or, in a dry run, as good as in it. */
  keep(isStored: boolean): void {
    this.#known.keep(isStored)
    this.#anchors.keep()
    this.#names.keep(isStored)
    if (isStored) this.#said.drop()
    else this.#said.keep()
  }

  /** It was refused: what it found out is not so, nor what was planned on it, and the store is asked again. */
  takeBack(): void {
    for (const each of [this.#known, this.#anchors, this.#said, this.#names]) each.takeBack()
  }

  async #judge(arrival: Arrival, told: string | undefined): Promise<Verdict> {
    const { givenId, contentDigest } = arrival
    const isAsked = givenId === undefined && contentDigest !== undefined
    const said = isAsked ? (this.#said.get(contentDigest) ?? told) : undefined
    if (said !== undefined) return { what: 'duplicate', id: said, from: 0 }
    // While the id is somebody else's the line gets another, the same one every time.
    for (let [id, attempt] = [arrival.id, 0]; ; attempt++) {
      const known = this.#known.find(id)
      const isItsOwn = known === undefined || isSame(known, arrival) || arrival.givenId === undefined
      if (isItsOwn) return verdictOn(arrival, id, known)
      id = arrival.otherId(attempt)
      await this.#known.readMore([id])
    }
  }

  /** Of lines without an id, the memories that say the same already. */
  async #findTold(arrivals: readonly Arrival[], indexOf: IndexOf): Promise<Map<Arrival, string | undefined>> {
    const unnamed = arrivals.filter(
      ({ givenId, contentDigest, id }) =>
        givenId === undefined && contentDigest !== undefined && this.#known.find(id) === undefined,
    )
    if (unnamed.length === 0) return new Map()
    const asked = []
    for (const arrival of unnamed) {
      const { project, session, source, tags, text } = arrival.memory
      asked.push({ project, session, source, tags, text, terms: (await indexOf(arrival)).index.terms })
    }
    const found = await this.#memories.findTold(asked)
    await this.#known.readMore(found.filter((id) => id !== undefined))
    return new Map(unnamed.map((arrival, place) => [arrival, found[place]]))
  }

  /** The memory whose scene it joins: the one that the line names, else the first that named the same. */
  #sceneOf({ scene, givenId }: Arrival, id: string): string | undefined {
    if (scene == null) return undefined
    if (scene === givenId) return id
    const anchor = this.#known.resolve(scene) ?? this.#anchors.get(scene)
    if (anchor === undefined) this.#anchors.set(scene, id)
    return anchor ?? id
  }

  #note(arrival: Arrival, id: string): void {
    const { givenId, textDigest, contentDigest } = arrival
    const { validFrom, validTo } = arrival.memory
    const told = { version: versionOf(arrival), validFrom, validTo, textDigest, isInSight: true }
    this.#known.came(id, told, givenId)
    if (contentDigest !== undefined) this.#said.set(contentDigest, id)
  }
}

const versionOf = ({ versions }: Arrival): number => versions.length + 1

/** COM15: text is immutable under an id, so that another text is another memory. */
const isSame = (known: Known, arrival: Arrival): boolean => known.isInSight && known.textDigest === arrival.textDigest

/** GWT14: a duplicate is of the same id and version, the versions before included; a later version is news. */
function verdictOn(arrival: Arrival, id: string, known: Known | undefined): Verdict {
  if (known === undefined) return { what: 'added', id, from: 0 }
  const isNews = versionOf(arrival) > known.version
  return { what: isNews ? 'updated' : 'duplicate', id, from: known.version }
}

const idsAbout = (arrivals: readonly Arrival[]): string[] => [
  ...arrivals.map(({ id }) => id),
  ...arrivals.flatMap(sceneReference),
]

/** Where a line says that its scene began, if not with itself. */
const sceneReference = ({ scene, givenId }: Arrival): string[] =>
  scene == null || scene === givenId ? [] : candidateIds(scene)
