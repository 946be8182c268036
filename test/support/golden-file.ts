import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect } from 'vitest'

const updates = process.env.UPDATE_GOLDEN === '1'

/** Holds a value against its committed file. `UPDATE_GOLDEN=1` writes the file instead: the change is then in the diff. */
export function expectGolden(file: URL, value: unknown): void {
  const written = `${JSON.stringify(value, null, 2)}\n`
  if (updates) {
    mkdirSync(dirname(file.pathname), { recursive: true })
    writeFileSync(file, written)
    return
  }
  if (!existsSync(file))
    throw new Error(`${file.pathname} is missing: run the tests with UPDATE_GOLDEN=1 and look at it`)
  expect(JSON.parse(written)).toEqual(JSON.parse(readFileSync(file, 'utf8')))
}
