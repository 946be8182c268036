import { rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { installCopy, modelFiles } from '../support/installed-copy.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { json, runProgram } from './ww.js'

const newFolder = useTemporaryFolders()

describe.each(modelFiles)('an installation whose model lost %s', (name) => {
  test.each(['all of it', 'its end'])('%s: says what to do, and a hook is silent', async (lost) => {
    const folder = newFolder()
    await json(folder, ['remember', 'The anchor is in the shed.'])
    const installed = installCopy(join(folder, 'installed'))
    const program = join(installed, 'dist', 'app', 'main.js')
    const file = join(installed, 'models', 'static-en-256', name)
    if (lost === 'all of it') rmSync(file)
    else truncateSync(file, Math.floor(statSync(file).size / 2))
    const recalled = await runProgram(folder, ['recall', 'where is the anchor?', '--json'], { program })
    expect(recalled.code).toBe(1)
    expect(JSON.parse(recalled.stdout).message).toMatch(/model.*install/i)
    const input = JSON.stringify({ session_id: 's', cwd: folder, prompt: 'where is the anchor?' })
    expect(await runProgram(folder, ['hook', 'prompt', '--wait'], { input, program })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
  })
})
