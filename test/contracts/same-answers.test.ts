import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupFiles } from '#ww/adapters/engine-copy/backup-files.js'
import { Connections } from '#ww/adapters/postgres/connection/connections.js'
import { openPostgresStore } from '#ww/adapters/postgres/postgres-memory-store.js'
import { readConfiguration } from '#ww/app/configuration/configuration.js'
import { createWorldWeaver, type WorldWeaver } from '#ww/app/memory/world-weaver.js'
import type { NewMemory } from '#ww/ports/store/write.js'
import { newMemories, start } from '../support/memories.js'
import { createSettableClock, useMinds } from '../support/minds.js'
import { usePostgres } from '../support/postgres/postgres.js'
import { randomEpisodes, randomQuestions } from '../support/random-episodes.js'

const later = start + 12 * 3_600_000
const questions = [...randomQuestions(14, 29), 'What did Anna say last week?', 'when was that "important thing"?', '…']

/** Scores and explanations included. */
const answersTo = async (query: string, mind: WorldWeaver) => [
  await mind.call('recall', { query, limit: 30, explain: true }),
  await mind.call('recall_episodes', { query, limit: 10 }),
]

describe('files and PostgreSQL', () => {
  const minds = useMinds()
  const connections = new Connections(usePostgres()())
  const opened: WorldWeaver[] = []
  afterAll(async () => {
    for (const mind of opened) await mind.close()
    await connections.close()
  })

  /** The same memories in either engine. */
  async function openBoth(tenant: string, memories: readonly NewMemory[]): Promise<[WorldWeaver, WorldWeaver]> {
    const clock = createSettableClock(later)
    const store = openPostgresStore({ backupFiles, url: '', tenant, connections })
    await store.commit({ at: start, add: memories })
    await store.close()
    const dataDir = await minds.folderWith(memories)
    const usual = readConfiguration({ WW_DATA_DIR: dataDir }, dataDir, process.platform, dataDir)
    const inDatabase = { ...usual, databaseUrl: '', tenant }
    const mind = createWorldWeaver(inDatabase, { clock, connections })
    opened.push(mind)
    return [minds.open({ dataDir, clock }), mind]
  }

  // At most 2,000 are all scored (REC7); of more the legs find the candidates.
  describe.each([
    ['all of a few', 600],
    ['the candidates among many', 2_600],
  ])('%s', (_, count) => {
    let files: WorldWeaver
    let postgres: WorldWeaver
    beforeAll(async () => {
      const answers = randomQuestions(count, 31)
      const given = randomEpisodes(count, 29).map((each, at) => ({
        ...each,
        ...(at % 4 === 0 ? { answers: answers.slice(at, at + 1 + (at % 3)) } : {}),
      }))
      ;[files, postgres] = await openBoth(`of-${count}`, await newMemories(given))
    })

    test.each(questions)('[REC12] give the same answers: %s', async (query) => {
      expect(await answersTo(query, postgres)).toEqual(await answersTo(query, files))
    })
  })
})
