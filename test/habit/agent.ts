import { beforeEach } from 'vitest'
import { json, runProgram } from '../cli/ww.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

/** Where the agent works and remembers: a new one for each test. */
export let folder: string

/** To be called by each file of tests: files share their modules, but not their hooks. */
export function useAgent(): void {
  const newFolder = useTemporaryFolders()
  beforeEach(() => {
    folder = newFolder()
  })
}

export interface Told {
  readonly [field: string]: unknown
}

/** As a client runs it; `--wait`, since a test must not depend on how busy the machine is. */
export const hook = (moment: string, told: Told, env: Readonly<Record<string, string>> = {}) =>
  runProgram(folder, ['hook', ...(moment === '' ? [] : [moment]), '--wait', '--debug'], {
    input: JSON.stringify({ session_id: 's-1', cwd: folder, ...told }),
    env: { WW_PROJECT: 'acme/harbor', ...env },
  })

export const remember = (text: string, project = 'acme/harbor') =>
  json(folder, ['remember', text], { env: { WW_PROJECT: project } })

export const staging = 'The staging database listens on port 5433, because the analytics replica has 5432.'
export const prompt = { hook_event_name: 'UserPromptSubmit', prompt: 'which port does the staging database use?' }
export const silence = { code: 0, stdout: '', stderr: '' }
