import { answersOf } from '../../memory/answers.js'
import type { Edge, StoredMemory } from '../../memory/memory.js'
import { withDecision } from '../../memory/review/decision.js'
import type { ReviewChoice, ReviewQuestion } from '../../memory/review/question.js'
import { flagSecretsInFacets } from '../../memory/secrets/flag-secrets.js'
import { versionOf } from '../../memory/semantic/links.js'
import type { Batch, MemoryChange } from '../../ports/store/write.js'
import type { OperationContext } from '../machinery/operation-context.js'
import { runInSlices } from '../machinery/run-in-slices.js'
import { indexAnswers } from '../writing/write-memory.js'
import type { BatchRecord } from './review-state.js'

/** What a reply may change of a memory. */
type Changed = Partial<Pick<StoredMemory, 'facets' | 'validTo' | 'state' | 'saidAs'>>

const keyOfEdge = ({ source, target, type }: Pick<Edge, 'source' | 'target' | 'type'>): string =>
  JSON.stringify([source, target, type])

/**
 * OPS7: the changes of several replies as one batch, with one version for each memory however many replies touch it, and
 * what is needed to take the batch back.
 */
export class BatchPlan {
  readonly #now: number
  readonly #before = new Map<string, StoredMemory>()
  readonly #after = new Map<string, StoredMemory>()
  readonly #used = new Map<string, StoredMemory>()
  readonly #opened = new Map<string, Edge>()
  readonly #closed = new Map<string, Edge>()
  readonly #questions: ReviewQuestion[] = []

  constructor(now: number) {
    this.#now = now
  }

  /** The memory as the replies before left it. */
  latest(memory: StoredMemory): StoredMemory {
    return this.#after.get(memory.id) ?? memory
  }

  /** A reply rests on this memory: the batch is refused if it changes meanwhile, and no other reply may close it. */
  use(memory: StoredMemory): void {
    this.#used.set(memory.id, memory)
  }

  /** Whether a reply before closes the memory, or rests on it. */
  isInUse(id: string): boolean {
    const after = this.#after.get(id)
    return this.#used.has(id) || (after !== undefined && (after.validTo !== null || after.state !== 'active'))
  }

  change(memory: StoredMemory, changed: Changed): void {
    if (!this.#before.has(memory.id)) this.#before.set(memory.id, memory)
    this.#after.set(memory.id, { ...this.latest(memory), ...changed })
  }

  /** Notes the reply on the memory: provenance, and not asked again. */
  settle(question: ReviewQuestion, memory: StoredMemory, choice: ReviewChoice): void {
    const other = memory.id === question.about ? question.other : question.about
    this.change(memory, { facets: withDecision(this.latest(memory).facets, { ...question, other }, choice) })
    this.#questions.push(question)
  }

  open(edge: Edge): void {
    this.#opened.set(keyOfEdge(edge), edge)
  }

  /** CON2: moves open edges to another memory, which keeps those that it has. */
  moveEdges(from: string, to: string, edges: readonly Edge[], held: readonly Edge[]): void {
    const known = new Set(held.map(keyOfEdge))
    for (const edge of edges) {
      if (edge.type === versionOf) continue
      this.#closed.set(keyOfEdge(edge), edge)
      const moved = {
        ...edge,
        source: edge.source === from ? to : edge.source,
        target: edge.target === from ? to : edge.target,
        validFrom: Math.max(edge.validFrom, this.#now),
      }
      const isLoop = moved.source === moved.target
      if (!isLoop && !known.has(keyOfEdge(moved))) this.open(moved)
    }
  }

  get isEmpty(): boolean {
    return this.#after.size === 0
  }

  /** In one transaction. Asks for the index of the answers that were added. */
  async toBatch(context: Pick<OperationContext, 'embedder' | 'tokenSpace' | 'signal'>): Promise<Omit<Batch, 'at'>> {
    const change = await Promise.all(
      [...this.#after.values()].map(async (after): Promise<MemoryChange> => {
        const before = this.#before.get(after.id)!
        const facets = await runInSlices(flagSecretsInFacets(after.facets), context)
        return {
          id: after.id,
          version: before.version,
          facets,
          ...(after.validTo === before.validTo ? {} : { validTo: after.validTo }),
          ...(after.state === before.state ? {} : { state: after.state }),
          ...(after.saidAs === before.saidAs ? {} : { saidAs: after.saidAs }),
          ...(hasNewAnswers(before, after) ? { answers: await indexAnswers(answersOf(facets), context) } : {}),
        }
      }),
    )
    const closing = [...this.#closed.values()].map((edge) => ({
      ...edge,
      validTo: Math.max(edge.validFrom, this.#now),
    }))
    return {
      expect: [...this.#used.values()]
        .filter(({ id }) => !this.#after.has(id))
        .map(({ id, version }) => ({ id, version })),
      change,
      connect: [...closing, ...this.#opened.values()],
    }
  }

  toRecord(scope: string): BatchRecord {
    const toKey = ({ source, target, type, validFrom }: Edge) => ({ source, target, type, validFrom })
    return {
      scope,
      versions: [...this.#after.values()].map((after) => {
        const before = this.#before.get(after.id)!
        return {
          id: after.id,
          version: before.version + 1,
          ...(after.saidAs === before.saidAs ? {} : { saidAs: before.saidAs }),
          ...(hasNewAnswers(before, after) ? { dropsAnswers: true as const } : {}),
        }
      }),
      opened: [...this.#opened.values()].map(toKey),
      closed: [...this.#closed.values()].map(toKey),
      questions: this.#questions,
    }
  }
}

/** A review gives answers only to what has none. */
const hasNewAnswers = (before: StoredMemory, after: StoredMemory): boolean =>
  answersOf(before.facets).length === 0 && answersOf(after.facets).length > 0
