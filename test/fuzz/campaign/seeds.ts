import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A case that once broke a rule: played again in every run. */
export interface Seed {
  readonly found: string
  readonly case: unknown
}

const pathOf = (area: string): string => fileURLToPath(new URL(`../seeds/${area}.json`, import.meta.url))

export const seedsOf = (area: string): readonly Seed[] =>
  existsSync(pathOf(area)) ? (JSON.parse(readFileSync(pathOf(area), 'utf8')) as Seed[]) : []

/** Longer ones say what they are by how they are made: they belong into a test of their own. */
const longestKept = 20_000

export function keepSeed(area: string, seed: Seed): void {
  const kept = seedsOf(area)
  const isNew = JSON.stringify(seed.case).length <= longestKept && !kept.some(({ found }) => found === seed.found)
  if (isNew) writeFileSync(pathOf(area), `${JSON.stringify([...kept, seed], null, 2)}\n`)
}
