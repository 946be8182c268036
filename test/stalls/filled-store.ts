import type { WorldWeaver } from '#ww/index.js'
import { isNightly } from '../support/tier.js'
import { someLongTexts } from './long-texts.js'

/** Memories as long as may be, two or three of each sort, and a few thousand short ones. */
export function hardLines(): object[] {
  const long = someLongTexts(isNightly ? 45 : 30).map((content) => ({ content, session_id: 'long' }))
  const short = Array.from({ length: 3_000 }, (_, at) => ({
    content: `Ledger ${at % 700}: the harbour and the kettle of ${at % 40} are kept with Anna in src/ledger/${at % 90}.ts`,
    tags: [`tag-${at % 9}`],
  }))
  return [...long, ...short]
}

/** As a file is read: in chunks. */
export function toBytes(some: readonly (object | string)[]): Uint8Array[] {
  const bytes = Buffer.from(some.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))
  const size = 64 * 1024
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
}

export async function fillStore(mind: WorldWeaver, bytes: readonly Uint8Array[]): Promise<void> {
  for await (const outcome of mind.import(bytes)) {
    if (outcome.what !== 'added') throw new Error(JSON.stringify(outcome))
  }
}
