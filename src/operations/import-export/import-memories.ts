import { z } from 'zod'
import { WorldWeaverError } from '../../errors.js'
import { StoreConflict } from '../../ports/store/errors.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { Batch, MemoryWriter } from '../../ports/store/write.js'
import { identify } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { toInternalError } from '../machinery/internal-error.js'
import type { OperationContext, Using } from '../machinery/operation-context.js'
import { parseInput } from '../machinery/validation-error.js'
import { callerTrust, type Indexed, indexAll } from '../writing/write-memory.js'
import type { IncomingMemory, IncomingSettings } from './incoming-memory.js'
import { indexedVersion } from './line-batch.js'
import { type BadLine, type InputLine, parseLines } from './parse-lines.js'
import { type Dangling, type FoundEdge, type Plan, Planner } from './planner.js'
import { readLines } from './read-lines.js'

const importInput = z.strictObject({
  /** The kind of lines without one; the same default as `remember`. */
  kind: fields.withDefault(fields.kind, 'episode'),
  dry_run: fields.withDefault(z.boolean(), false),
  ...fields.scopeFields,
})
export type ImportInput = z.input<typeof importInput>

/** The result of a line, reported once it is durable. `unconnected`: one of its edges has no other end here. */
export type LineOutcome =
  | { readonly line: number; readonly what: 'added' | 'updated' | 'duplicate' | 'unconnected'; readonly id: string }
  | BadLine

type ByteStream = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Large batches save disk syncs; small ones hold the write lock for less time. */
const linesPerBatch = 512
const charactersPerBatch = 1_000_000
const edgesPerBatch = 1_000
/** More than collide in practice; a bound, so that a bug cannot loop forever. */
const maxAttempts = 20

/**
 * GWT14: imports the valid lines of a JSON Lines input. Each batch is one transaction, so that a second run completes
 * what a crash interrupted; other callers may read and write meanwhile.
 */
export async function* importMemories(
  bytes: ByteStream,
  input: ImportInput,
  context: OperationContext,
): AsyncGenerator<readonly LineOutcome[], void, undefined> {
  const { kind, dry_run, ...asked } = parseInput(importInput, input)
  const caller = identify(asked, context.defaults)
  try {
    yield* importLines(
      readLines(bytes),
      { caller, kind, trustsOrigins: context.access === undefined },
      dry_run,
      context,
    )
  } catch (error) {
    throw error instanceof WorldWeaverError ? error : toInternalError(error, 'import', context)
  }
}

/** Takes lines and gives outcomes in groups: a step of an async iterator costs as much as a line (`npm run bench:import`). */
export async function* importLines(
  lines: AsyncIterable<readonly InputLine[]> | Iterable<readonly InputLine[]>,
  settings: Omit<IncomingSettings, 'now'>,
  isDryRun: boolean,
  context: Using<MemoryReader & MemoryWriter, 'clock' | 'signal' | 'embedder' | 'tokenSpace' | 'access'>,
): AsyncGenerator<readonly LineOutcome[], void, undefined> {
  const { memories, clock } = context
  const planner = new Planner(memories, settings.caller)
  const waiting: FoundEdge[] = []
  const dangling: Dangling[] = []

  /** Parses the lines and indexes the texts of those that are new. */
  async function prepare(lines: readonly InputLine[]): Promise<Prepared> {
    const isRemote = callerTrust(context) === 'remote'
    const parsed = await parseLines(lines, { ...settings, isRemote, now: clock.now() }, context)
    const incoming = parsed.flatMap((each) => ('what' in each ? [] : [each]))
    const stored = await planner.findStored(incoming)
    const fresh = incoming.filter((memory) => !stored.has(memory))
    const indexed = await indexAll(fresh.map(indexedVersion), context)
    return { parsed, incoming, indexed: new Map(fresh.map((memory, place) => [memory, indexed[place]])) }
  }

  function planOf({ parsed, incoming, indexed }: Prepared): () => Promise<PlannedLines> {
    const indexNow = async (memory: IncomingMemory): Promise<Indexed> =>
      (await indexAll([indexedVersion(memory)], context))[0]
    const indexOf = (memory: IncomingMemory) => indexed.get(memory) ?? indexNow(memory)
    return async () => ({ ...(await planner.plan(incoming, indexOf)), parsed })
  }

  function send<Planned extends HasBatch>(plan: Planned, planAgain: () => Promise<Planned>): Sent<Planned> {
    planner.send()
    const isNothing = isDryRun || isEmpty(plan.batch)
    const written = isNothing ? Promise.resolve() : memories.commit({ at: clock.now(), ...plan.batch })
    // `settle` handles the rejection; until then it must not count as unhandled.
    written.catch(() => undefined)
    return { plan, planAgain, written }
  }

  /** Waits for the batch; plans and sends it again while another process's writes conflict with it. */
  async function settle<Planned extends HasBatch>(first: Sent<Planned>): Promise<Settled<Planned>> {
    for (let [sent, attempts] = [first, 1]; ; attempts++) {
      try {
        await sent.written
        planner.confirm(!isDryRun)
        return { plan: sent.plan, isAsSent: attempts === 1 }
      } catch (error) {
        if (!(error instanceof StoreConflict) || attempts === maxAttempts) throw error
        planner.rollBack()
        sent = send(await sent.planAgain(), sent.planAgain)
      }
    }
  }

  function outcomesOf({ parsed, outcomes, unconnected, dangling: named }: PlannedLines): LineOutcome[] {
    for (const edge of unconnected) waiting.push(edge)
    for (const each of named) dangling.push(each)
    const next = outcomes.values()
    return parsed.map((each) => ('what' in each ? each : next.next().value!))
  }

  let inFlight: Sent<PlannedLines> | undefined
  try {
    for await (const batch of inBatches(lines)) {
      const plan = planOf(await prepare(batch))
      // Planned while the previous batch is being written, on the assumption that it succeeds.
      let planned = await plan()
      const previous = inFlight === undefined ? undefined : await settle(inFlight)
      if (previous?.isAsSent === false) planned = await plan()
      inFlight = send(planned, plan)
      if (previous !== undefined) yield outcomesOf(previous.plan)
    }
    if (inFlight !== undefined) yield outcomesOf((await settle(inFlight)).plan)
  } finally {
    await Promise.allSettled([inFlight?.written])
  }

  while (waiting.length > 0) {
    const edges = waiting.splice(0, edgesPerBatch)
    const connect = async () => {
      const { merge, end, unconnected } = await planner.connect(edges)
      return { batch: { merge, change: end }, unconnected }
    }
    const { plan } = await settle(send(await connect(), connect))
    yield plan.unconnected.map(({ line, edge }) => ({ line, what: 'unconnected', id: edge.other }))
  }

  while (dangling.length > 0) {
    const some = dangling.splice(0, linesPerBatch)
    const rename = async () => ({ batch: { change: await planner.renameDangling(some) } })
    await settle(send(await rename(), rename))
  }
}

interface HasBatch {
  readonly batch: Omit<Batch, 'at'>
}

interface PlannedLines extends Plan {
  readonly parsed: Prepared['parsed']
}

/** A batch that is being written. */
interface Sent<Planned> {
  readonly plan: Planned
  readonly planAgain: () => Promise<Planned>
  readonly written: Promise<unknown>
}

interface Settled<Planned> {
  readonly plan: Planned
  /** It was not planned again, so that plans based on it hold. */
  readonly isAsSent: boolean
}

interface Prepared {
  /** In the order of the lines; the outcome of a bad line. */
  readonly parsed: readonly (IncomingMemory | LineOutcome)[]
  readonly incoming: readonly IncomingMemory[]
  readonly indexed: ReadonlyMap<IncomingMemory, Indexed>
}

async function* inBatches(
  lines: AsyncIterable<readonly InputLine[]> | Iterable<readonly InputLine[]>,
): AsyncGenerator<InputLine[], void, undefined> {
  let batch: InputLine[] = []
  let characters = 0
  for await (const some of lines) {
    for (const line of some) {
      batch.push(line)
      characters += 'text' in line ? line.text.length : 'foreign' in line ? line.foreign.content.length : 0
      if (batch.length < linesPerBatch && characters < charactersPerBatch) continue
      yield batch
      batch = []
      characters = 0
    }
  }
  if (batch.length > 0) yield batch
}

const isEmpty = ({ add = [], change = [], merge = [] }: Omit<Batch, 'at'>): boolean =>
  add.length + change.length + merge.length === 0
