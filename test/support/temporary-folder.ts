import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** To be called where tests are described: each call of the answer makes a folder, and all go when the tests end. */
export function useTemporaryFolders(): () => string {
  const made: string[] = []
  afterAll(() => {
    for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return () => {
    const folder = mkdtempSync(join(tmpdir(), 'world-weaver-'))
    made.push(folder)
    return folder
  }
}
