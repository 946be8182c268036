import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'

const built = pathToFileURL('dist/app/hook/end-after.js').href

describe('[HOK14] a process that nobody waits for ends by itself', () => {
  test.each([
    ['is busy', 'for (;;);'],
    ['waits for what never comes', 'setInterval(() => {}, 1_000)'],
  ])('[HOK14] also one that %s', (_, work) => {
    const program = `import { endAfter } from ${JSON.stringify(built)}; endAfter(300); ${work}`
    const { signal, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 60_000 })
    // On Windows a killed process ends with 1.
    expect(signal === 'SIGKILL' || status === 1).toBe(true)
  })

  test('[HOK14] one that is done does not wait for the end of its time', () => {
    const program = `import { endAfter } from ${JSON.stringify(built)}; endAfter(600_000)`
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 60_000 })
    expect(status).toBe(0)
  })

  test('[HOK14] every process that is started detached has a deadline', () => {
    const starting = (readdirSync('src', { recursive: true }) as string[])
      .filter((file) => file.endsWith('.ts') && /detached: true/.test(readFileSync(`src/${file}`, 'utf8')))
      .map((file) => file.replaceAll('\\', '/'))
    expect(starting.sort()).toEqual(['app/hook/helper/start-helper.ts', 'app/hook/store-in-background.ts'])
    // The first starts `hook --helper`, the other `hook --keep`, which `start-hook` gives its deadline.
    expect(readFileSync('src/app/hook/helper/run-helper.ts', 'utf8')).toMatch(/const deadline = endAfter\(/)
    expect(readFileSync('src/app/hook/start-hook.ts', 'utf8')).toMatch(/values\.keep\) \{\s+endAfter\(/)
  })
})
