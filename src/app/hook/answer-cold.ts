import { Worker } from 'node:worker_threads'
import { partsOf } from '../../memory/habit/prompt-parts.js'
import type { Occasion, Spoken } from '../../operations/habit/speak.js'

/** Opens the store itself, in a thread of its own: this one must be able to end in time, whatever that one does. */
export async function answerCold(dataDir: string, occasion: Occasion): Promise<Spoken | undefined> {
  // "Continue" is about nothing: the store need not be opened for it.
  if (occasion.hook === 'prompt' && partsOf(occasion.prompt).length === 0) return undefined
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./cold-worker.js', import.meta.url), {
      workerData: { dataDir, occasion },
      // It ends before it would have to clean up.
      resourceLimits: { maxYoungGenerationSizeMb: 128 },
    })
    worker.once('message', (spoken: Spoken | null) => resolve(spoken ?? undefined))
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the store could not be asked')))
  })
}
