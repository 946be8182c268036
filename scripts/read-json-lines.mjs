import { existsSync, readFileSync } from 'node:fs'

/** Reads a ledger with one JSON value per line; empty if the file does not exist. */
export function readJsonLines(path) {
  if (!existsSync(path)) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
