import { spawn } from 'node:child_process'
import { closeSync, copyFileSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { openWorldWeaver } from '#ww/index.js'
import { databaseIn } from '../../support/database.js'
import { fillHouse } from '../../support/filled-house.js'
import { days, start } from '../../support/memories.js'
import { environment, helperProgram } from '../../support/program.js'

export type Answer = string | { readonly code?: string; readonly message: string }

/** What a process answered at once, and after its first check of the whole store. */
export interface Asked {
  readonly first: readonly Answer[]
  readonly second: readonly Answer[]
  readonly warnings: readonly string[]
  readonly isChecked: boolean
}

/** A store with memories, answers, edges, versions, tags and a conversation, all of it in one file, and ids to ask for. */
export async function fillStore(folder: string, memories: number): Promise<readonly string[]> {
  await fillHouse(folder, memories)
  const mind = openWorldWeaver({ dataDir: folder, project: null, session: 'default', logLevel: 'silent' })
  // Vectors of its own model, and segments, are made in the background.
  await mind.call('recall', { query: 'heron' })
  await whenQuiet(folder)
  await mind.close()
  return inFile(folder, (database) => {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    const rows = database.prepare('SELECT id FROM memories WHERE row % ? = 1').all(Math.floor(memories / 6)) as {
      id: string
    }[]
    return rows.map(({ id }) => id)
  })
}

async function whenQuiet(folder: string): Promise<void> {
  let before = -1
  for (;;) {
    const seq = inFile(
      folder,
      (database) => (database.prepare('SELECT max(seq) AS n FROM changes').get() as { n: number }).n,
    )
    if (seq === before) return
    before = seq
    await pause(3_000)
  }
}

function inFile<Result>(folder: string, work: (database: InstanceType<typeof DatabaseSync>) => Result): Result {
  const database = new DatabaseSync(databaseIn(folder), { timeout: 30_000 })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

export function copyTo(from: string, to: string): string {
  mkdirSync(to, { recursive: true })
  copyFileSync(databaseIn(from), databaseIn(to))
  return to
}

const queries = ['Where does the heron stand?', 'Which colour has number 12?', 'ferry harbour 55', 'tag changed']

/** Asks in a process of its own. */
export function askProcess(dataDir: string, ids: readonly string[]): Promise<Asked> {
  const log = join(dataDir, 'log.txt')
  const file = openSync(log, 'w')
  const asked = JSON.stringify({ queries, ids, now: start + days(10) })
  const child = spawn(process.execPath, [helperProgram('asked-store'), dataDir, log, asked], {
    env: environment(dataDir, { WW_PROJECT: '', WW_LOG_LEVEL: 'debug', WW_CHECK_OUTPUT: '0' }),
    stdio: ['ignore', 'pipe', file],
  })
  closeSync(file)
  let stdout = ''
  child.stdout!.setEncoding('utf8').on('data', (part: string) => {
    stdout += part
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) resolve(JSON.parse(stdout) as Asked)
      else reject(new Error(`it ended with ${code ?? signal}: ${readFileSync(log, 'utf8').slice(-2000)}`))
    })
  })
}

export type Outcome = 'same answers' | 'repaired, and said' | 'refused or said' | 'SILENTLY DIFFERENT'

export function judge(asked: Asked, sound: Asked): Outcome {
  const isSame = (answers: readonly Answer[], expected: readonly Answer[]) =>
    JSON.stringify(answers) === JSON.stringify(expected)
  const isSaid = asked.warnings.some((line) => /spoilt|not what was written|damaged/.test(line))
  if (isSame(asked.second, sound.second)) return isSaid ? 'repaired, and said' : 'same answers'
  const areRefusedOrSame = asked.second.every((answer, at) => {
    if (isSaid || isSame([answer], [sound.second[at]!])) return true
    return typeof answer !== 'string' && answer.message.includes('damaged')
  })
  return areRefusedOrSame ? 'refused or said' : 'SILENTLY DIFFERENT'
}
