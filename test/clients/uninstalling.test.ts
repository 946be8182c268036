import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { run, runProgram } from '../cli/ww.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { snapshot } from './home.js'

const newFolder = useTemporaryFolders()

describe('[CNN8] ww uninstall --data', () => {
  test('[CNN8] leaves nothing that keeps a new store from being made', async () => {
    const home = newFolder()
    await runProgram(home, ['remember', 'The gulls are fed at dawn'])
    // As a person does: what a process leaves behind is seen only when it ends.
    expect((await runProgram(home, ['uninstall', '--data', '--yes'])).code).toBe(0)
    expect(existsSync(join(home, 'data'))).toBe(false)
    const { code, stderr } = await run(home, ['remember', 'The ferry leaves at noon'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  test('[CNN8] deletes nothing while the settings of a connected client cannot be read', async () => {
    const home = newFolder()
    await run(home, ['remember', 'The gulls are fed at dawn'])
    await run(home, ['key', 'create', '--name', 'pier'])
    await run(home, ['connect', 'cursor', '--no-check'])
    const file = join(home, '.cursor', 'mcp.json')
    const whole = readFileSync(file, 'utf8')
    writeFileSync(file, '{ "broken"')
    const before = snapshot(join(home, 'data', 'habit', 'backups'))
    const refused = await run(home, ['uninstall', '--data', '--yes', '--no-backup'])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`${file}, line 1, column 11`)
    expect(refused.stdout).toContain('The memories are still there.')
    expect(snapshot(join(home, 'data', 'habit', 'backups'))).toEqual(before)
    expect((await run(home, ['disconnect', '--all'])).code).toBe(1)
    writeFileSync(file, whole)
    const asked = await run(home, ['uninstall', '--data'])
    expect(asked.stderr).toContain(
      'It also deletes what is in no backup: the record of calls (audit), what hooks did (habit), the keys of a server (keys.db).',
    )
    expect((await run(home, ['uninstall', '--data', '--yes', '--no-backup'])).code).toBe(0)
    expect(existsSync(join(home, '.cursor'))).toBe(false)
    expect(existsSync(join(home, 'data'))).toBe(false)
  })
})
