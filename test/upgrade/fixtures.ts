import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { migrations } from '#ww/adapters/sqlite/schema/schema.js'
import { databaseIn } from '../support/database.js'

const file = (name: string): URL => new URL(`./fixtures/${name}`, import.meta.url)

/** Every schema that was ever written. */
export const schemas: readonly number[] = migrations.map(({ version }) => version)
export const newestSchema = Math.max(...schemas)
export const hasFixture = (schema: number): boolean => existsSync(file(`schema-${schema}.db.gz`))

/** A database as that version left it. */
export function placeFixture(schema: number, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(databaseIn(dataDir), gunzipSync(readFileSync(file(`schema-${schema}.db.gz`))))
}

/** What that version said is in it. */
export const linesOf = (schema: number): readonly Readonly<Record<string, unknown>>[] =>
  readFileSync(file(`schema-${schema}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
