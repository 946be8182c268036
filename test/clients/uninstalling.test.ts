import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { run, runProgram } from '../cli/ww.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

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
})
