import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../ports/clock.js'
import type { Embedder } from '../../ports/embedder.js'
import type { Log } from '../../ports/log.js'
import type { StoreCoordinator } from '../../ports/store/coordinate.js'
import { StoreConflict } from '../../ports/store/errors.js'
import type { MemoryReader, UnembeddedAnswers } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'

type EmbeddableStore = MemoryReader & MemoryWriter & StoreCoordinator

const batchSize = 64
const leaseMs = 60_000

interface Surroundings {
  readonly clock: Clock
  readonly log: Log
  readonly signal: AbortSignal
}

/** Repeats after the lease time: the holder may have died, or a process with another model may have written. */
export async function embedInBackground(
  memories: EmbeddableStore,
  embedder: Embedder,
  { clock, log, signal }: Surroundings,
) {
  while (!signal.aborted) {
    await embedMissing(memories, embedder, clock, signal).catch((error: unknown) =>
      log.warn('embedding in the background stopped', { error }),
    )
    await pause(leaseMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/**
 * Gives every memory, and the questions that it answers, a vector of this model, in the background and in one process at a time. Vectors of other
 * models stay, for processes that use those models.
 */
async function embedMissing(
  memories: EmbeddableStore,
  embedder: Embedder,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const { identity } = embedder
  const isDone = async () =>
    (await memories.unembedded(identity, 1, signal)).length === 0 &&
    (await memories.unembeddedAnswers(identity, 1)).length === 0
  if (await isDone()) return
  const lease = await memories.lease(`embed:${identity}`, leaseMs)
  if (lease === undefined) return
  try {
    while (!signal.aborted) {
      const texts = await memories.unembedded(identity, batchSize, signal)
      // Texts come first: every memory has one.
      const answers = texts.length > 0 ? [] : await memories.unembeddedAnswers(identity, batchSize)
      if (texts.length + answers.length === 0 || !(await lease.renew(leaseMs))) return
      const made = texts.length > 0 ? await embedTexts(texts, embedder) : await embedAnswers(answers, embedder)
      await memories.commit({ at: clock.now(), ...made }).catch((error: unknown) => {
        // A memory was changed or erased meanwhile; the next round reads again what is missing.
        if (!(error instanceof StoreConflict)) throw error
      })
    }
  } finally {
    await lease.release()
  }
}

async function embedTexts(texts: readonly { readonly id: string; readonly text: string }[], embedder: Embedder) {
  const vectors = await embedder.embed(texts.map(({ text }) => text))
  return { embed: texts.map(({ id }, at) => ({ id, vector: { model: embedder.identity, values: vectors[at] } })) }
}

/** REC25. The versions are checked: other answers would need other vectors. */
async function embedAnswers(missing: readonly UnembeddedAnswers[], embedder: Embedder) {
  const vectors = await embedder.embed(missing.flatMap(({ answers }) => answers))
  let end = 0
  return {
    expect: missing.map(({ id, version }) => ({ id, version })),
    embedAnswers: missing.map(({ id, answers }) => {
      const own = vectors.slice(end, end + answers.length)
      end += answers.length
      return { id, vectors: own.map((values) => ({ model: embedder.identity, values })) }
    }),
  }
}
