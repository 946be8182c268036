import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from './make-folder.js'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ww-folders-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('makes all that is missing, for the owner alone, and leaves what is there', () => {
  const folder = join(root, 'a', 'b', 'c')
  makeFolder(folder)
  makeFolder(folder)
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(folder).isDirectory()).toBe(true)
})

test.each(['a-file', 'a-file/below', 'a-file/far/below'])('says which folder cannot be made: %s', (path) => {
  writeFileSync(join(root, 'a-file'), '')
  expect(() => makeFolder(join(root, path))).toThrowError(/^the folder .*a-file.* cannot be made: /)
})

// Node's own would try for ever.
test.runIf(existsSync('/proc/self'))('ends where the system refuses every folder', () => {
  expect(() => makeFolder('/proc/no-such-folder/data')).toThrowError('the folder /proc/no-such-folder cannot be made')
})
