import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { databaseIn, idsIn, integrityOf } from '../support/database.js'
import { useMinds } from '../support/minds.js'
import { type LibraryProcess, startHelper, startLibraryProcess } from '../support/other-process.js'
import { createRandom } from '../support/random.js'
import { testSeed } from '../support/seed.js'

/** A tenth of what `npm run test:faults -- --concurrency` does. */
const kills = Number(process.env.WW_GUARD_KILLS ?? 6)
const rounds = Number(process.env.WW_GUARD_ROUNDS ?? 1)
const minds = useMinds()

/** By a program of its own: a process that opens and closes a database that it uses drops its locks. */
const inProcess = (script: string) => execFileSync(process.execPath, ['--input-type=module', '-e', script])

const copyOver = (from: string, to: string) =>
  inProcess(`import fs from 'node:fs'; fs.copyFileSync(${JSON.stringify(from)}, ${JSON.stringify(to)})`)

/** Others that fold the log into the file: whole, as far as readers allow, or killed in the middle. */
function checkpoint(path: string, mode: string): Promise<unknown> {
  const script = `import { DatabaseSync } from '@photostructure/sqlite'
    const database = new DatabaseSync(${JSON.stringify(path)}, { timeout: 500 })
    try { database.exec('PRAGMA wal_checkpoint(${mode})') } catch {}
    database.close()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  return new Promise((resolve) => child.once('close', resolve))
}

interface Writer {
  readonly process: LibraryProcess
  readonly ended: Promise<unknown>
  isKilled: boolean
  /** How many of its calls were answered. */
  answers: number
}

/** Processes that write without a pause, and what came of it. */
function useWriters(dataDir: string) {
  const answered = new Map<string, number>()
  const refused: string[] = []
  const writers = new Set<Writer>()
  let isOver = false
  onTestFinished(() => {
    isOver = true
    for (const { process } of writers) process.process.kill('SIGKILL')
  })
  async function write(writer: Writer, name: string): Promise<void> {
    for (let turn = 0; !isOver && !writer.isKilled; turn++) {
      const sentAt = performance.now()
      const text = `${name} logged entry ${turn}: ${'a long line of the log, '.repeat(turn % 40)}`
      try {
        // A call that was under way when its process was killed is never answered.
        const { id } = await writer.process.ask('remember', { text })
        answered.set(String(id), sentAt)
        writer.answers++
      } catch (error) {
        refused.push((error as Error).message)
        return
      }
    }
  }
  async function kill(writer: Writer): Promise<void> {
    writer.isKilled = true
    writer.process.process.kill('SIGKILL')
    await writer.ended
    writers.delete(writer)
  }
  return {
    answered,
    refused,
    kill,
    async start(name: string): Promise<Writer> {
      const process = await startLibraryProcess(dataDir)
      const writer: Writer = {
        process,
        isKilled: false,
        answers: 0,
        ended: new Promise((end) => process.process.once('exit', end)),
      }
      writers.add(writer)
      void write(writer, name)
      return writer
    },
    async end(): Promise<void> {
      isOver = true
      for (const writer of writers) await kill(writer)
    },
  }
}

const setAside = (dataDir: string) => readdirSync(dataDir).filter((name) => name.includes('set-aside'))

describe('[COM11] the file is still ours', () => {
  test(`[COM11] ${kills} kills under load, checkpoints and snapshots: nothing answered is lost, nothing refused`, {
    timeout: 180_000 + kills * 15_000,
  }, async () => {
    const random = createRandom(testSeed)
    const dataDir = minds.newFolder()
    const path = databaseIn(dataDir)
    const { answered, refused, start, kill, end } = useWriters(dataDir)
    const running = [await start('Writer 0')]
    running.push(...(await Promise.all([1, 2].map((n) => start(`Writer ${n}`)))))
    for (let turn = 1; turn <= kills; turn++) {
      const before = answered.size
      await expect.poll(() => answered.size + refused.length, { interval: 5 }).toBeGreaterThan(before + 3)
      const holder = random.below(2) === 0 ? startHelper('snapshot-holder', [path], dataDir) : undefined
      await holder?.line()
      const folding = checkpoint(path, random.pick(['PASSIVE', 'RESTART', 'TRUNCATE']))
      await pause(random.below(80))
      await kill(running.splice(random.below(running.length), 1)[0]!)
      await folding
      await holder?.release()
      running.push(await start(`Writer ${turn + 2}`))
    }
    await end()
    expect(refused).toEqual([])
    // As the next process finds it, which applies what is in the log alone.
    const next = await startLibraryProcess(dataDir)
    await next.ask('memory_stats', {})
    await next.close()
    const found = idsIn(dataDir)
    expect([...answered.keys()].filter((id) => !found.has(id))).toEqual([])
    expect(answered.size).toBeGreaterThan(kills * 3)
    expect(setAside(dataDir)).toEqual([])
    expect(integrityOf(dataDir)).toBe('ok')
    note(`${answered.size} answered, ${kills} kills, 0 lost, 0 refused`)
  })

  const harms: Readonly<Record<string, (path: string, backup: string) => void>> = {
    deleted: (path) => rmSync(path),
    'moved away': (path) => renameSync(path, `${path}.elsewhere`),
    replaced: (path, backup) => renameSync(backup, path),
    'written over': (path, backup) => copyOver(backup, path),
    'restored by hand, with its log and shared memory': (path, backup) => {
      for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true })
      renameSync(backup, path)
    },
  }
  const cases = Array.from({ length: rounds }, (_, round) => Object.keys(harms).map((how) => [how, round] as const))

  test.each(cases.flat())('[COM11] %s under load (round %d): no call is answered as written', async (how) => {
    const dataDir = minds.newFolder()
    const path = databaseIn(dataDir)
    const { answered, refused, start, end } = useWriters(dataDir)
    const writers = [await start('Writer 0'), await start('Writer 1')]
    const fewest = () => Math.min(...writers.map(({ answers }) => answers)) + refused.length * 100
    // Whoever opens the file only afterwards finds the other one, and may use it.
    await expect.poll(fewest, { interval: 5 }).toBeGreaterThan(3)
    const backup = join(minds.newFolder(), 'made.backup')
    const store = minds.openStore(dataDir)
    await store.backup(backup)
    await store.close()
    const before = fewest()
    await expect.poll(fewest, { interval: 5 }).toBeGreaterThan(before)
    expect(refused).toEqual([])
    harms[how]!(path, backup)
    const harmedAt = performance.now()
    const tooLate = () => [...answered.values()].filter((sentAt) => sentAt > harmedAt)
    // Longer than a process waits for a lock.
    await expect.poll(() => refused.length + tooLate().length, { interval: 5, timeout: 60_000 }).toBeGreaterThan(1)
    await end()
    expect(tooLate()).toEqual([])
    // A thread that had not opened the file before says what it finds.
    for (const message of refused) expect(message).toMatch(/ww restore <backup>/)
    note(`${how}: noticed by 2 of 2`)
  })
})

/** What a campaign counts. */
function note(line: string): void {
  if (rounds > 1) process.stdout.write(`${line}\n`)
}
