import { existsSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { findSpoiltParts } from '#ww/adapters/sqlite/sums/spoilt-parts.js'
import { openWorldWeaver, type WorldWeaver } from '#ww/index.js'
import { databaseIn } from '../support/database.js'
import type { Body, Told } from './story.js'

/** The library in this process: as any other program on the same store. */
export const openMind = (dataDir: string): WorldWeaver =>
  openWorldWeaver({
    dataDir,
    project: 'tests',
    session: 'default',
    rateLimit: 0,
    logLevel: 'silent',
    threads: 'inline',
    checksOutput: true,
  })

export async function withMind<Result>(dataDir: string, work: (mind: WorldWeaver) => Promise<Result>): Promise<Result> {
  const mind = openMind(dataDir)
  try {
    return await work(mind)
  } finally {
    await mind.close()
  }
}

/** Throws unless the store is sound, holds all that was answered, byte for byte, and finds it. */
export async function bearWitness(dataDir: string, told: Told): Promise<void> {
  const wrong: string[] = []
  await withMind(dataDir, async (mind) => {
    // Who opens it first does what a crash left to do, also where nothing was answered before it.
    await mind.call('memory_stats', {})
    const found = new Map<string, Body>()
    for (const [id, known] of told.memories) {
      const memory = await findMemory(mind, id)
      if (memory !== undefined) found.set(id, memory)
      if (known.isGone === 'perhaps' && memory === undefined) continue
      if (known.isGone === true) {
        if (memory !== undefined) wrong.push(`${id} was erased and is there`)
        continue
      }
      if (memory === undefined) wrong.push(`${id} was answered and is lost`)
      else if (memory.content !== known.text) wrong.push(`${id} has another text`)
      else if (known.importance !== undefined && memory.importance !== known.importance)
        wrong.push(`${id} was marked ${known.importance} and is ${memory.importance}`)
    }
    const last = [...told.memories].findLast(([id, { isGone }]) => isGone === false && found.get(id)?.valid_to === null)
    if (last !== undefined && wrong.length === 0) await lookFor(mind, last, wrong)
  })
  if (existsSync(databaseIn(dataDir))) checkFile(dataDir, told, wrong)
  if (wrong.length > 0) throw new Error(`${wrong.length} wrong: ${wrong.slice(0, 10).join('; ')}`)
}

/** By what only it says. */
async function lookFor(mind: WorldWeaver, [id, { text }]: [string, { text: string }], wrong: string[]): Promise<void> {
  const word = /cargo №(\d+)/.exec(text)?.[1] ?? text.slice(0, 60)
  const { memories } = await mind.call('recall', { query: `Which ship has cargo №${word}?`, limit: 20 })
  if (!memories.some((memory) => memory.id === id)) wrong.push(`${id} is there and is not found by ${word}`)
}

async function findMemory(mind: WorldWeaver, id: string): Promise<Body | undefined> {
  try {
    return (await mind.call('get_memory', { id })) as Body
  } catch (error) {
    if ((error as { code?: string }).code === 'not_found') return undefined
    throw error
  }
}

/** What no operation tells: SQLite's own verdict, that each memory has its parts, and that the totals agree. */
function checkFile(dataDir: string, told: Told, wrong: string[]): void {
  const database = new DatabaseSync(databaseIn(dataDir), { readOnly: true, timeout: 30_000 })
  try {
    const [verdict] = Object.values(database.prepare('PRAGMA integrity_check').get() as Record<string, string>)
    if (verdict !== 'ok') wrong.push(`integrity: ${verdict}`)
    const number = (sql: string, ...values: string[]) => (database.prepare(sql).get(...values) as { n: number }).n
    if (number('SELECT count(*) AS n FROM sqlite_schema') === 0) {
      // Ended before it had made any: then nothing can have been answered.
      if (told.memories.size > 0) wrong.push('there are no tables')
      return
    }
    for (const { table, part } of findSpoiltParts(database)) wrong.push(`part ${part} of ${table} has another checksum`)
    const memories = number('SELECT count(*) AS n FROM memories')
    const parts = {
      strengths: number('SELECT count(*) AS n FROM strengths'),
      postings: number('SELECT count(*) AS n FROM postings_docsize'),
      documents: number('SELECT documents AS n FROM totals'),
      added: number('SELECT count(*) AS n FROM changes WHERE what = 1'),
      vectors: number('SELECT count(DISTINCT row) AS n FROM vectors'),
    }
    for (const [part, count] of Object.entries(parts)) {
      if (count !== memories) wrong.push(`${memories} memories and ${count} ${part}`)
    }
    for (const [source, target, type] of told.joined) {
      // A later version of either end may have taken the edge over.
      const kept = `SELECT count(*) AS n FROM edges JOIN memories ON memories.row = edges.source
        WHERE memories.id = ? AND type = ?`
      if (number(kept, source, type) === 0) wrong.push(`${source} ${type} ${target} was answered and is lost`)
    }
    const minds = database.prepare("SELECT value FROM bookmarks WHERE value LIKE '%goal-%'").all() as {
      value: string
    }[]
    for (const goal of told.goals) {
      if (!minds.some(({ value }) => value.includes(goal))) wrong.push(`${goal} was answered and is lost`)
    }
  } finally {
    database.close()
  }
}
