import { cp } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import { databasePath } from '#ww/app/configuration/data-dir.js'
import { type BackgroundJob, backgroundJobs } from '#ww/app/memory/background-jobs.js'
import { checkpointName } from '#ww/operations/consolidation/new-memories.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import { useChatServer } from '../support/chat-server.js'
import { type MindOptions, useMinds } from '../support/minds.js'
import { isNightly } from '../support/tier.js'
import { fillStore, hardLines, toBytes } from './filled-store.js'
import { loadLibraries } from './libraries.js'
import { longTexts } from './long-texts.js'
import { longestTurnOf, maxTurnMs } from './processor-time.js'

interface Story {
  /** What makes a memory do the job. */
  readonly options: () => Promise<MindOptions> | MindOptions
  readonly isDone: (store: MemoryStore) => Promise<boolean>
}

const embedder = { ...createStaticEmbedder(), identity: 'another@1' }
const questions = JSON.stringify({
  memories: [1, 2, 3, 4, 5, 6, 7, 8].map((memory) => ({ memory, questions: ['Why?'] })),
})

/** A job that is missing here fails the types. */
const stories: Readonly<Record<BackgroundJob, Story>> = {
  embed: {
    options: () => ({ embedder }),
    isDone: async (store) => (await store.unembedded(embedder.identity, 1)).length === 0,
  },
  answer: {
    async options() {
      const { baseUrl } = await useChatServer({ says: questions })
      const languageModel = { provider: 'openai-compatible', model: 'tiny', baseUrl, timeoutMs: 60_000 } as const
      return { languageModel, answersPerDay: 16 }
    },
    isDone: async (store) => (await store.checkpoints(['answers by model']))['answers by model'] !== undefined,
  },
  consolidate: {
    options: () => ({ autoConsolidate: { idleMs: 20, changes: 1, everyMs: 1 } }),
    async isDone(store) {
      const name = checkpointName('light', {})
      return (await store.checkpoints([name]))[name] === (await store.newestSeq())
    },
  },
}

describe('no background job computes for more than 50 ms before it lets others in', async () => {
  const minds = useMinds()
  await loadLibraries()
  const bytes = toBytes([
    // Each as near to each as can be: what stopped every answer for half a minute.
    ...Array.from({ length: isNightly ? 40 : 20 }, (_, at) => ({
      content: longTexts['one text with another end']!(at),
    })),
    ...hardLines(),
  ])

  let filled: string
  beforeAll(async () => {
    filled = minds.newFolder()
    const mind = minds.open({ dataDir: filled, threads: 'workers', autoConsolidate: null, checksOutput: false })
    await fillStore(mind, bytes)
    await mind.close()
  }, 600_000)

  test.each(Object.keys(backgroundJobs) as BackgroundJob[])(
    '%s',
    async (job) => {
      const { options, isDone } = stories[job]
      const turn = await longestTurnOf(async () => {
        const dataDir = minds.newFolder()
        await cp(filled, dataDir, { recursive: true })
        // In threads of its own: what it reads is not measured.
        const store = openSqliteStore({ path: databasePath({ dataDir }), threads: 'workers' })
        const mind = minds.open({
          dataDir,
          threads: 'workers',
          autoConsolidate: null,
          checksOutput: false,
          ...(await options()),
        })
        await mind.warmUp()
        while (!(await isDone(store))) await new Promise((resolve) => setTimeout(resolve, 100))
        await mind.close()
        await store.close()
      })
      expect(turn).toBeLessThanOrEqual(maxTurnMs)
    },
    600_000,
  )
})
