import { spawnSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lacks } from '../support/parts.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { bareEnvironment, json, main, run, runProgram } from './ww.js'

const newFolder = useTemporaryFolders()

/** What people write in a shell, with `ww` for the built program. */
function sh(folder: string, script: string, env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', `ww() { "${process.execPath}" "${main}" "$@"; }; ${script}`],
    {
      cwd: folder,
      env: { ...bareEnvironment(folder), WW_DATA_DIR: join(folder, 'data'), ...env },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  return { status, stdout, stderr }
}

async function folderWithMemories(): Promise<string> {
  const folder = newFolder()
  await run(folder, ['remember', 'The staging database moved to port 5433', '--tags', 'infra'])
  await run(folder, ['remember', 'Anna prefers tabs', '--kind', 'note', '--session', 'other'])
  await run(folder, ['remember', '漢字 👩‍👩‍👧‍👦\r\n"quoted"', '--kind', 'entity', '--project', 'weaver'])
  return folder
}

describe('ww export and ww import', () => {
  test('[GWT13] move everything through a pipe, byte for byte', async () => {
    const folder = await folderWithMemories()
    const moved = sh(
      folder,
      'ww export > before && ww export | ww import - --data-dir elsewhere && ww export --data-dir elsewhere > after',
    )
    expect(moved).toEqual({ status: 0, stdout: 'Added 3 memories.\n', stderr: '' })
    const before = readFileSync(join(folder, 'before'))
    expect(before.toString().split('\n').length).toBe(4)
    expect(readFileSync(join(folder, 'after')).equals(before)).toBe(true)
    expect(sh(folder, 'ww import before --data-dir elsewhere')).toMatchObject({
      status: 0,
      stdout: 'Added 0 memories; 3 are already here.\n',
    })
    expect(sh(folder, 'ww recall 漢字 --data-dir elsewhere').stdout).toContain('漢字')
  })

  test('a file is whole or not there, and the owner’s alone', async () => {
    const folder = await folderWithMemories()
    expect(await runProgram(folder, ['export', 'all.jsonl'])).toEqual({
      code: 0,
      stdout: 'Exported 3 memories to all.jsonl\n',
      stderr: '',
    })
    expect(statSync(join(folder, 'all.jsonl')).mode & 0o777).toBe(0o600)
    const refused = await runProgram(folder, ['export', 'none.jsonl', '--session-filter', 'a b'])
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(/^ww: session_filter must be 1 to 128 letters/)
    expect(readdirSync(folder).sort()).toEqual(['all.jsonl', 'data'])
  })

  test.skipIf(lacks('shell'))('a pipe stays a pipe, and a link a link', async () => {
    const folder = await folderWithMemories()
    const piped = sh(folder, 'mkfifo pipe && { cat pipe > read & } && ww export pipe && wait && ww export > all')
    expect(piped).toEqual({ status: 0, stdout: 'Exported 3 memories to pipe\n', stderr: '' })
    expect(lstatSync(join(folder, 'pipe')).isFIFO()).toBe(true)
    expect(readFileSync(join(folder, 'read'), 'utf8')).toBe(readFileSync(join(folder, 'all'), 'utf8'))

    expect(sh(folder, 'echo old > file && ln -s file link && ww export link').status).toBe(0)
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe(readFileSync(join(folder, 'all'), 'utf8'))
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
  })

  test('of nothing is nothing', async () => {
    const folder = newFolder()
    expect(await run(folder, ['export'])).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await json(folder, ['export', join(folder, 'none.jsonl')])).toMatchObject({ status: 'empty', item_count: 0 })
    expect(await json(folder, ['import', join(folder, 'none.jsonl')])).toMatchObject({
      status: 'empty',
      imported_count: 0,
    })
    expect((await run(folder, ['import', join(folder, 'none.jsonl')])).stdout).toBe('Added 0 memories.\n')
  })

  test('[GWT14] bad lines are named, the rest goes in, and the exit code tells', async () => {
    const folder = newFolder()
    const input =
      '{"content": "good"}\n{"content": null}\nno JSON\n{"content": "good "}\n{"content": "x", "linked_ids": ["?"]}'
    expect(await run(folder, ['import', '-'], { input })).toEqual({
      code: 1,
      stdout: [
        'Added 2 memories; 1 is already here; 1 link leads to memories that are neither in the file nor here.',
        '2 lines could not be imported:',
        '  line 2: content must be a string',
        '  line 3: is not JSON',
        '',
      ].join('\n'),
      stderr: '',
    })
    const { code, stdout } = await run(folder, ['import', '-', '--json'], { input })
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual({
      status: 'partial',
      imported_count: 0,
      updated_count: 0,
      skipped_duplicate_count: 3,
      error_count: 2,
      errors: [
        { line: 2, reason: 'content must be a string' },
        { line: 3, reason: 'is not JSON' },
      ],
      unconnected_count: 1,
    })
  })

  test('[GWT14] hundreds of bad lines do not fill the screen', async () => {
    const folder = newFolder()
    const { stdout } = await run(folder, ['import', '-'], { input: 'x\n'.repeat(300) })
    expect(stdout.split('\n').length).toBeLessThan(30)
    expect(stdout).toContain('300 lines could not be imported')
    expect(stdout).toContain('and 280 more; --json lists them')
    expect((await json(folder, ['import', '-'], { input: 'x\n'.repeat(2_000) })).errors.length).toBe(1_000)
  })

  test('a dry run says what would be done', async () => {
    const folder = newFolder()
    const input = '{"content": "a"}\n{"content": "a"}'
    expect((await run(folder, ['import', '-', '--dry-run'], { input })).stdout).toBe(
      'Would add 1 memory; 1 is already here.\n',
    )
    expect(await json(folder, ['import', '-', '--dry-run'], { input })).toMatchObject({ status: 'dry_run' })
    expect(sh(folder, 'ww export').stdout).toBe('')
  })

  test('[COM3] [COM13] keep to the session and the project', async () => {
    const folder = await folderWithMemories()
    const count = (script: string) => sh(folder, script).stdout.split('\n').length - 1
    expect(count('ww export --session-filter other')).toBe(1)
    expect(count('ww export --session other')).toBe(1)
    expect(count('ww export --project weaver')).toBe(3)
    expect(count('ww export --project loom')).toBe(2)
    const within = sh(folder, 'ww export | ww import - --data-dir b --project loom')
    expect(within.status).toBe(1)
    expect(within.stdout).toContain('line 3: project is "weaver", which project "loom" does not see; "*" takes all')
    expect(sh(folder, 'ww export | ww import - --data-dir b --project "*"')).toMatchObject({
      status: 0,
      stdout: 'Added 1 memory; 2 are already here.\n',
    })
  })

  test('[GWT14] lines that name no kind get the one that is asked for', async () => {
    const folder = newFolder()
    await run(folder, ['import', '-', '--kind', 'lesson'], { input: '{"content": "a"}' })
    expect(JSON.parse(sh(folder, 'ww export').stdout).kind).toBe('lesson')
    expect(await run(folder, ['import', '-', '--kind', 'poem'], { input: '{"content": "a"}' })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'ww: kind must be one of: episode, entity, procedure, note, lesson.\n',
    })
  })

  test.concurrent.each([
    [['import', 'nothing.jsonl'], 1, 'ww: Cannot read nothing.jsonl: no such file or directory.\n'],
    [['import', 'folder'], 1, 'ww: Cannot read folder: it is a directory.\n'],
    [['export', 'nowhere/all.jsonl'], 1, 'ww: Cannot write nowhere/all.jsonl: no such file or directory.\n'],
    [['export', 'folder'], 1, 'ww: Cannot write folder: illegal operation on a directory.\n'],
    [['import'], 2, `ww: missing required argument 'from'. See "ww import --help".\n`],
  ])('%j is one clear line on stderr', async (args, code, stderr) => {
    const folder = newFolder()
    mkdirSync(join(folder, 'folder'))
    expect(await runProgram(folder, args)).toEqual({ code, stdout: '', stderr })
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
  })

  test('a broken database is one clear line, too', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'data'), { mode: 0o700 })
    writeFileSync(join(folder, 'data', 'world-weaver.db'), 'this is no database, whatever its name says '.repeat(50))
    for (const args of [['export'], ['import', '-']]) {
      expect(await run(folder, args, { input: '{"content": "x"}' })).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'ww: The database file is damaged. Stop every program that uses it and run "ww doctor --fix" (file is not a database).\n',
      })
    }
  })

  test.skipIf(lacks('shell'))('whoever reads only the first line is no error', async () => {
    const folder = newFolder()
    const input = Array.from({ length: 3_000 }, (_, number) => `{"content": "Entry ${number}"}`).join('\n')
    await run(folder, ['import', '-'], { input })
    expect(sh(folder, 'ww export | head -1 | wc -l')).toMatchObject({ status: 0, stderr: '' })
  })

  test.each(['export', 'import'])('the help of %s is pinned, and has examples', async (command) => {
    const { code, stdout } = await run(newFolder(), [command, '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain('Examples:')
    await expect(stdout).toMatchFileSnapshot(`golden/help-${command}.txt`)
  })
})
