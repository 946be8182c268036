import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { countIn, integrityOf } from '../support/database.js'
import { chatGptExport, type WrittenHistory, writeClaudeCodeHistory } from '../support/histories.js'
import { environment, program } from '../support/program.js'
import { stressMegabytes } from '../support/stress.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const newFolder = useTemporaryFolders()
const bytes = stressMegabytes * 1_000_000
const timeout = 60_000 + stressMegabytes * 20_000

/** More than a small history takes, model and all, and far less than a large one is long when it is taken apart. */
const mostHeapMegabytes = 160
const mostMegabytes = 700

/** As a person starts it, with a heap that only work a piece at a time fits into. */
function startImport(args: readonly string[], home: string, dataDir: string) {
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${mostHeapMegabytes}`, program, 'import', ...args, '--json'],
    {
      env: environment(dataDir, { HOME: home }),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    stdout += part
  })
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid))
  }, 200)
  const closed = once(child, 'close').then(() => {
    clearInterval(watch)
    return { report: stdout === '' ? undefined : JSON.parse(stdout), peak }
  })
  return { child, closed }
}

/** The most memory that a process has had so far, in megabytes; 0 where the system does not say. */
function peakOf(pid: number | undefined): number {
  const status = `/proc/${pid}/status`
  const told = existsSync(status) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(status, 'utf8')) : null
  return Number(told?.[1] ?? 0) / 1024
}

async function takeInWithKills(args: readonly string[], home: string, { memories }: WrittenHistory) {
  const dataDir = newFolder()
  for (const share of [0.2, 0.6]) {
    const { child, closed } = startImport(args, home, dataDir)
    while (child.exitCode === null && countIn(dataDir) < memories * share) await sleep(10)
    child.kill('SIGKILL')
    await closed
    expect(integrityOf(dataDir)).toBe('ok')
  }
  const there = countIn(dataDir)
  expect(there).toBeGreaterThan(0)
  expect(there).toBeLessThan(memories)
  const { report, peak } = await startImport(args, home, dataDir).closed
  expect(report).toMatchObject({ status: 'imported', imported_count: memories - there, skipped_duplicate_count: there })
  expect(peak).toBeLessThan(mostMegabytes)
  const again = await startImport(args, home, dataDir).closed
  expect(again.report).toMatchObject({ imported_count: 0, skipped_duplicate_count: memories, error_count: 0 })
  expect(countIn(dataDir)).toBe(memories)
}

describe(`a history of ${stressMegabytes} MB and more is taken in by pieces, completed after kill -9, and once however often it is run`, () => {
  test('[COM11] [GWT14] many files: Claude Code', { timeout }, async () => {
    const home = newFolder()
    // Most of it is the output of tools, which is no memory.
    await takeInWithKills(['claude-code'], home, writeClaudeCodeHistory(home, { bytes: bytes * 3 }))
  })

  test('[COM11] [GWT14] one array: ChatGPT', { timeout }, async () => {
    const home = newFolder()
    const file = openSync(join(home, 'conversations.json'), 'w')
    const pieces = chatGptExport({ bytes })
    let next = pieces.next()
    for (; next.done !== true; next = pieces.next()) writeSync(file, next.value)
    await takeInWithKills(['chatgpt', join(home, 'conversations.json')], home, next.value)
  })
})
