import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openConnection } from './connection/connection.js'
import { openReadingEngine, openWritingEngine } from './thread/engine.js'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ww-ends-at-'))
  path = join(folder, 'memories.db')
  openWritingEngine(path).close()
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('[HOK8] a reader with a time to end reads until then', () => {
  const reader = openReadingEngine(path, Date.now() + 60_000)
  expect(reader.languages()).toEqual([])
  reader.close()
})

test('[HOK8] and begins nothing after it', async () => {
  const endsAt = Date.now() + 1_000
  const reader = openReadingEngine(path, endsAt)
  while (Date.now() <= endsAt) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(() => reader.languages()).toThrowError(/in time/)
  reader.close()
  expect(() => openReadingEngine(path, endsAt)).toThrowError(/in time/)
})

test('[HOK8] nor upgrades the file', () => {
  const connection = openConnection(path)
  connection.exec('PRAGMA user_version = 1')
  connection.close()
  expect(() => openReadingEngine(path, Date.now() + 60_000)).toThrowError(/older World Weaver/)
})
