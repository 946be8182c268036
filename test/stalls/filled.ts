import type { OperationName, WorldWeaver } from '#ww/index.js'
import { someLongTexts } from './long-texts.js'

const encode = (lines: readonly object[]) => [Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'))]

/** A hundred memories as long as may be, and a few thousand short ones with links among them. */
export async function fillStore(mind: WorldWeaver): Promise<void> {
  const long = someLongTexts(100).map((content) => ({ content }))
  const short = Array.from({ length: 3_000 }, (_, at) => ({
    content: `Ledger ${at % 700}: the harbour and the kettle of ${at % 40} are kept with Anna in src/ledger/${at % 90}.ts`,
    tags: [`tag-${at % 9}`],
  }))
  for await (const outcome of mind.import(encode([...long, ...short]))) {
    if (outcome.what !== 'added') throw new Error(JSON.stringify(outcome))
  }
}
