import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readChunks } from './read-chunks.js'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ww-chunks-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const bytes = Buffer.from(Array.from({ length: 2_500_000 }, (_, place) => place % 251))

test.each([
  ['as large as it was', bytes.length],
  ['that has grown since', 10],
  ['that has shrunk since', bytes.length * 2],
])('[GWT14] a file %s is read to its end, each chunk in memory of its own', (_, size) => {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  const chunks = [...readChunks(path, size)]
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
  expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(1024 * 1024)
})
