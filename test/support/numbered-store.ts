import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import {
  openReadingEngine,
  openWritingEngine,
  type ReadingEngine,
  type WritingEngine,
} from '#ww/adapters/sqlite/thread/engine.js'
import { toSentBatch } from '#ww/adapters/sqlite/thread/sent-batch.js'
import { initialStrength } from '#ww/memory/activation/forgetting.js'
import type { NewMemory, StoredVector } from '#ww/ports/store/write.js'

/** A store of memories with a number each, of which every trace is known. */
export interface NumberedStore {
  readonly folder: string
  readonly path: string
  readonly writer: WritingEngine
  readonly reader: ReadingEngine
  /** Numbers 1 to `last`. */
  fill(last: number, to?: WritingEngine): void
  erase(numbers: readonly number[]): ReturnType<ReadingEngine['finishErasing']>
  /** The files that hold any trace of this memory. */
  filesWith(number: number, within?: string): string[]
}

/** To be called where tests are described: a new one for each of them. */
export function useNumberedStore(): NumberedStore {
  const parts = {} as { folder: string; path: string; writer: WritingEngine; reader: ReadingEngine }
  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'ww-erasing-'))
    const path = join(folder, 'memories.db')
    Object.assign(parts, { folder, path, writer: openWritingEngine(path), reader: openReadingEngine(path) })
  })
  afterEach(() => {
    for (const engine of [parts.writer, parts.reader]) engine.close()
    rmSync(parts.folder, { recursive: true, force: true })
  })
  return Object.assign(parts, {
    fill(last: number, to = parts.writer): void {
      for (let from = 1; from <= last; from += 500) {
        to.commit([toSentBatch({ at: from, add: numbers(from, Math.min(from + 499, last)).map(numbered) })])
      }
    },
    erase(erased: readonly number[]) {
      parts.writer.erase({ at: 1, ids: erased.map(idOf) })
      return parts.reader.finishErasing()
    },
    filesWith(number: number, within = parts.folder): string[] {
      const word = wordOf(number)
      const traces = [Buffer.from(word), Buffer.from(word, 'utf16le'), bytesOf('v', number), bytesOf('t', number)]
      return readdirSync(within)
        .filter((name) => {
          const bytes = readFileSync(join(within, name))
          return traces.some((trace) => bytes.includes(trace))
        })
        .sort()
    },
  })
}

export const idOf = (number: number) => `ep-00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
/** Like nothing else in the file, and in no order. */
export const wordOf = (number: number) => createHash('sha256').update(String(number)).digest('hex').slice(0, 24)
const bytesOf = (what: string, number: number) => createHash('sha256').update(`${what}${number}`).digest()
export const vectorOf = (number: number): StoredVector => ({
  model: 'model',
  values: Int8Array.from(bytesOf('v', number)),
})
const tokensOf = (number: number) => new Uint16Array(Uint8Array.from(bytesOf('t', number)).buffer)

export function numbered(number: number): NewMemory {
  const word = wordOf(number)
  return {
    memory: {
      id: idOf(number),
      kind: 'episode',
      project: null,
      session: `s${number % 7}`,
      source: 'memory',
      text: `memory ${word}`,
      summary: null,
      facets: { name: word },
      tags: [word],
      happenedAt: number * 60_000,
      recordedAt: number,
      validFrom: number,
      validTo: null,
      importance: 0.5,
      state: 'active',
    },
    index: {
      terms: new Map([
        ['memory', 1],
        [word, 1],
      ]),
      length: 2,
      tokens: tokensOf(number),
      contentTokens: 16,
      isQuestion: false,
      namesTime: false,
      saidAs: null,
      speaker: number % 5 === 0 ? word : null,
      language: 'en',
    },
    vector: vectorOf(number),
    strength: initialStrength(0.5, number),
    joinsScene: true,
  }
}

export const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place)
