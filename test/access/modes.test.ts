import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bareEnvironment, main, runProgram } from '../cli/ww.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { startWorkflowServer } from '../support/workflow-server.js'

const newFolder = useTemporaryFolders()

/** Every file and folder with its mode, that others than the owner may reach. */
const exposedIn = (folder: string): string[] =>
  [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))]
    .filter((path) => (statSync(path).mode & 0o077) !== 0)
    .map((path) => `${path} ${(statSync(path).mode & 0o777).toString(8)}`)

describe.runIf(process.platform !== 'win32')('what is stored', () => {
  test.each(['000', '077', '277'])("is its owner's alone, with a umask of %s", (umask) => {
    const folder = newFolder()
    const data = join(folder, 'data')
    const ww = (...args: string[]) =>
      execFileSync('sh', ['-c', `umask ${umask}; exec "$0" "$@"`, process.execPath, main, ...args], {
        cwd: folder,
        env: { ...bareEnvironment(folder), WW_DATA_DIR: data },
        stdio: 'pipe',
      })
    ww('remember', 'The ferry leaves from Kolby.')
    ww('backup')
    ww('export', join(data, 'out.jsonl'))
    ww('pause')
    ww('key', 'create', '--name', 'laptop')
    expect(readdirSync(data).length).toBeGreaterThanOrEqual(5)
    expect(exposedIn(data)).toEqual([])
  })

  test('is tightened where a folder and files from before were wider', async () => {
    const folder = newFolder()
    const data = join(folder, 'data')
    await runProgram(folder, ['remember', 'The ferry leaves from Kolby.'])
    await runProgram(folder, ['pause'])
    for (const path of [
      data,
      ...readdirSync(data, { recursive: true, encoding: 'utf8' }).map((name) => join(data, name)),
    ])
      chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644)
    const { stdout } = await runProgram(folder, ['doctor'])
    // Lines break where the terminal ends.
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(/can be read by other users/)
    const server = await startWorkflowServer({ dataDir: data })
    await fetch(`${server.url}/tools/remember`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'The ferry takes an hour.' }),
    })
    // With its log, its shared memory and its socket.
    expect(readdirSync(data).filter((name) => /-(wal|shm)$/.test(name)).length).toBeGreaterThanOrEqual(2)
    expect(exposedIn(data)).toEqual([])
    await server.stop()
  })

  test.runIf(process.getuid?.() === 0)('is not put into a folder of another user, unless told', async () => {
    const folder = newFolder()
    const data = join(folder, 'data')
    mkdirSync(data, { mode: 0o700 })
    chownSync(data, 1234, 1234)
    const refused = await runProgram(folder, ['remember', 'The ferry leaves from Kolby.'])
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/another user \(1234\).*WW_DATA_DIR_OWNER=any/),
    })
    expect(readdirSync(data)).toEqual([])
    const told = { env: { WW_DATA_DIR_OWNER: 'any' } }
    expect(await runProgram(folder, ['remember', 'The ferry leaves from Kolby.'], told)).toMatchObject({ code: 0 })
    const wrong = await runProgram(folder, ['stats'], { env: { WW_DATA_DIR_OWNER: 'me' } })
    expect(wrong.stderr).toMatch(/WW_DATA_DIR_OWNER must be "any"/)
  })
})
