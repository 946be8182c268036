import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { NewMemory } from '#ww/ports/store/write.js'
import { countIn, integrityOf, partsOf } from '../support/database.js'
import { aNewMemory, anEdge, hours, idOf, minutes, start } from '../support/memories.js'
import { useMinds } from '../support/minds.js'
import { exportLines } from '../support/moving.js'
import { environment, program } from '../support/program.js'
import { stressKills } from '../support/stress.js'

const minds = useMinds()
const size = 3_000
/** Each lets some batches through: more, and the import would be done before the last. */
const killsPerImport = 3

/** Scenes, versions, edges near and far: whatever could be half done. */
async function aFileOf(count: number): Promise<{ file: string; lines: string[] }> {
  const add: NewMemory[] = []
  for (let number = 0; number < count; number++) {
    const happenedAt = start + minutes(number * 7)
    add.push(await aNewMemory({ id: idOf(number), text: `Entry ${number % 100} in the logbook.`, happenedAt }))
  }
  const dataDir = await minds.folderWith(add)
  const store = minds.openStore(dataDir)
  const every = (step: number) => add.flatMap(({ memory: { id } }, number) => (number % step === 0 ? [id] : []))
  await store.commit({
    at: start + hours(1_000),
    change: every(5).map((id) => ({ id, version: 1, importance: 0.9 })),
    connect: add
      .slice(7)
      .flatMap(({ memory: { id } }, number) => [
        anEdge({ source: id, target: idOf(number) }),
        anEdge({ source: idOf((number * 31) % count), target: id, type: 'USES', validTo: start + hours(5) }),
      ])
      .filter(({ source, target }) => source !== target),
  })
  const lines = await exportLines(minds.open({ dataDir }))
  const file = join(minds.newFolder(), 'lines.jsonl')
  writeFileSync(file, lines.join('\n'))
  return { file, lines }
}

function startImport(file: string, dataDir: string) {
  const env = { ...environment(dataDir), WW_PROJECT: '' }
  const child = spawn(process.execPath, [program, 'import', file, '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    stdout += part
  })
  return { child, closed: once(child, 'close').then(() => stdout) }
}

test(`[COM11] [GWT14] an import that is killed ${stressKills} times, then run again, is complete and has nothing twice`, {
  timeout: 120_000 + stressKills * 20_000,
}, async () => {
  const { file, lines } = await aFileOf(size)
  for (let left = stressKills; left > 0; left -= killsPerImport) {
    await killAndFinish(file, lines, Math.min(left, killsPerImport))
  }
})

async function killAndFinish(file: string, lines: readonly string[], kills: number): Promise<void> {
  const dataDir = minds.newFolder()
  for (let kill = 1; kill <= kills; kill++) {
    const { child, closed } = startImport(file, dataDir)
    const enough = (size * kill) / (killsPerImport + 2)
    while (child.exitCode === null && countIn(dataDir) < enough) await sleep(10)
    child.kill('SIGKILL')
    await closed
    expect(integrityOf(dataDir)).toBe('ok')
    const { memories, ...parts } = partsOf(dataDir)
    for (const [part, count] of Object.entries(parts)) expect(count, part).toBe(memories)
  }
  const there = countIn(dataDir)
  expect(there).toBeLessThan(size)
  const report = JSON.parse(await startImport(file, dataDir).closed)
  expect(report).toMatchObject({ imported_count: size - there, skipped_duplicate_count: there, unconnected_count: 0 })
  expect(await exportLines(minds.open({ dataDir }))).toEqual(lines)
}
