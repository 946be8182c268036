import { z } from 'zod'
import { WorldWeaverError } from '../../errors.js'
import { type Batch, StoreConflict } from '../../ports/memory-store.js'
import { identify } from '../caller.js'
import { concealed } from '../concealed.js'
import * as fields from '../fields.js'
import type { OperationContext } from '../operation-context.js'
import { parseInput } from '../validation-error.js'
import { type Indexed, indexAll } from '../writing.js'
import type { Arrival, ArrivalSettings } from './arrival.js'
import { firstTold } from './line-batch.js'
import { type BadLine, type InputLine, parseLines } from './parse-lines.js'
import { type Dangling, type FoundEdge, type Plan, Planner } from './planner.js'
import { readLines } from './read-lines.js'

const importInput = z.strictObject({
  /** Of lines that name none, as `remember` has it. */
  kind: fields.withDefault(fields.kind, 'episode'),
  dry_run: fields.withDefault(z.boolean(), false),
  ...fields.scopeFields,
})
export type ImportInput = z.input<typeof importInput>

/** What became of a line, told once it is durable. `unconnected`: an edge of it has no other end here. */
export type LineOutcome =
  | { readonly line: number; readonly what: 'added' | 'updated' | 'duplicate' | 'unconnected'; readonly id: string }
  | BadLine

type ByteStream = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** A commit waits for the disk and holds the lock that others wait for: enough for the one, few enough for the other. */
const linesAtOnce = 512
const charactersAtOnce = 1_000_000
const edgesAtOnce = 1_000
/** More than ever collide in practice; a bound, so that a bug cannot spin. */
const mostTries = 20

/**
 * GWT14: takes JSON Lines in, as many as are good. A batch at a time, each whole or not at all, so that a second run
 * completes what a crash cut short; others may read and write meanwhile.
 */
export async function* importMemories(
  bytes: ByteStream,
  input: ImportInput,
  context: OperationContext,
): AsyncGenerator<readonly LineOutcome[], void, undefined> {
  const { kind, dry_run, ...asked } = parseInput(importInput, input)
  const caller = identify(asked, context.defaults)
  try {
    yield* importLines(readLines(bytes), { caller, kind }, dry_run, context)
  } catch (error) {
    throw error instanceof WorldWeaverError ? error : concealed(error, 'import', context)
  }
}

/** Takes lines some at a time, and tells of them in the same way: each turn of a stream costs as much as a line. */
export async function* importLines(
  lines: AsyncIterable<readonly InputLine[]> | Iterable<readonly InputLine[]>,
  settings: Omit<ArrivalSettings, 'now'>,
  isDryRun: boolean,
  context: OperationContext,
): AsyncGenerator<readonly LineOutcome[], void, undefined> {
  const { memories, clock } = context
  const planner = new Planner(memories, settings.caller)
  const waiting: FoundEdge[] = []
  const dangling: Dangling[] = []

  /** Reads the lines and looks at their words. */
  async function prepare(lines: readonly InputLine[]): Promise<Prepared> {
    const parsed = await parseLines(lines, { ...settings, now: clock.now() }, context)
    const arrivals = parsed.flatMap((each) => ('what' in each ? [] : [each]))
    const stored = await planner.findStored(arrivals)
    const fresh = arrivals.filter((arrival) => !stored.has(arrival))
    const indexed = await indexAll(fresh.map(firstTold), context)
    return { parsed, arrivals, indexed: new Map(fresh.map((arrival, place) => [arrival, indexed[place]])) }
  }

  function planOf({ parsed, arrivals, indexed }: Prepared): () => Promise<PlannedLines> {
    const indexAnew = async (arrival: Arrival): Promise<Indexed> => (await indexAll([firstTold(arrival)], context))[0]
    const indexOf = (arrival: Arrival) => indexed.get(arrival) ?? indexAnew(arrival)
    return async () => ({ ...(await planner.plan(arrivals, indexOf)), parsed })
  }

  function send<Planned extends HasBatch>(plan: Planned, planAgain: () => Promise<Planned>): Sent<Planned> {
    planner.send()
    const isNothing = isDryRun || isEmpty(plan.batch)
    const written = isNothing ? Promise.resolve() : memories.commit({ at: clock.now(), ...plan.batch })
    // Whoever awaits it hears of the failure; until then it is nobody's.
    written.catch(() => undefined)
    return { plan, planAgain, written }
  }

  /** Plans and sends it anew while another process comes between the plan and the writing. */
  async function arrive<Planned extends HasBatch>(first: Sent<Planned>): Promise<Arrived<Planned>> {
    for (let [sent, tries] = [first, 1]; ; tries++) {
      try {
        await sent.written
        planner.keep(!isDryRun)
        return { plan: sent.plan, isAsSent: tries === 1 }
      } catch (error) {
        if (!(error instanceof StoreConflict) || tries === mostTries) throw error
        planner.takeBack()
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

  let onItsWay: Sent<PlannedLines> | undefined
  try {
    for await (const batch of inBatches(lines)) {
      const plan = planOf(await prepare(batch))
      // While the batch before is being written, and as if it had been.
      let planned = await plan()
      const before = onItsWay === undefined ? undefined : await arrive(onItsWay)
      if (before?.isAsSent === false) planned = await plan()
      onItsWay = send(planned, plan)
      if (before !== undefined) yield outcomesOf(before.plan)
    }
    if (onItsWay !== undefined) yield outcomesOf((await arrive(onItsWay)).plan)
  } finally {
    await Promise.allSettled([onItsWay?.written])
  }

  while (waiting.length > 0) {
    const edges = waiting.splice(0, edgesAtOnce)
    const connect = async () => {
      const { merge, end, unconnected } = await planner.connect(edges)
      return { batch: { merge, change: end }, unconnected }
    }
    const { plan } = await arrive(send(await connect(), connect))
    yield plan.unconnected.map(({ line, edge }) => ({ line, what: 'unconnected', id: edge.other }))
  }

  while (dangling.length > 0) {
    const some = dangling.splice(0, linesAtOnce)
    const nameAnew = async () => ({ batch: { change: await planner.nameAnew(some) } })
    await arrive(send(await nameAnew(), nameAnew))
  }
}

interface HasBatch {
  readonly batch: Omit<Batch, 'at'>
}

interface PlannedLines extends Plan {
  readonly parsed: Prepared['parsed']
}

/** A batch on its way. */
interface Sent<Planned> {
  readonly plan: Planned
  readonly planAgain: () => Promise<Planned>
  readonly written: Promise<unknown>
}

interface Arrived<Planned> {
  readonly plan: Planned
  /** It was not planned anew, and what was planned on it holds. */
  readonly isAsSent: boolean
}

interface Prepared {
  /** In the order of the lines; a bad one is what became of it. */
  readonly parsed: readonly (Arrival | LineOutcome)[]
  readonly arrivals: readonly Arrival[]
  readonly indexed: ReadonlyMap<Arrival, Indexed>
}

async function* inBatches(
  lines: AsyncIterable<readonly InputLine[]> | Iterable<readonly InputLine[]>,
): AsyncGenerator<InputLine[], void, undefined> {
  let batch: InputLine[] = []
  let characters = 0
  for await (const some of lines) {
    for (const line of some) {
      batch.push(line)
      characters += 'text' in line ? line.text.length : 'told' in line ? line.told.content.length : 0
      if (batch.length < linesAtOnce && characters < charactersAtOnce) continue
      yield batch
      batch = []
      characters = 0
    }
  }
  if (batch.length > 0) yield batch
}

const isEmpty = ({ add = [], change = [], merge = [] }: Omit<Batch, 'at'>): boolean =>
  add.length + change.length + merge.length === 0
