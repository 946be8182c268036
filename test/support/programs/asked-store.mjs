// Asks a store the same questions twice: at once, and after its first check of the whole store. Prints the answers and
// the warnings as JSON. Its clock stands still, so that the same store answers the same.
import { readFileSync } from 'node:fs'
import { openWorldWeaver } from '#ww/index.js'

// Standard error is the file `log`.
const [dataDir, log, json] = process.argv.slice(2)
const { queries, ids, now } = JSON.parse(json)
const logged = () => readFileSync(log, 'utf8').split('\n')
const mind = openWorldWeaver({
  dataDir,
  project: null,
  session: 'default',
  rateLimit: 0,
  logLevel: 'debug',
  clock: { now: () => now },
})

async function answerOf(work) {
  try {
    // The size of the file depends on what was packed meanwhile.
    return JSON.stringify(await work()).replace(/"database_bytes":\d+/, '')
  } catch (error) {
    return { code: error.code, message: error.message }
  }
}

async function ask() {
  const answers = []
  answers.push(
    await answerOf(async () => {
      const lines = []
      for await (const each of mind.export({ project: '*' })) lines.push(...each.lines)
      return lines
    }),
  )
  for (const id of ids) answers.push(await answerOf(() => mind.call('get_memory', { id })))
  for (const id of ids) answers.push(await answerOf(() => mind.call('get_provenance', { entity_id: id })))
  for (const query of queries) answers.push(await answerOf(() => mind.call('recall', { query, limit: 10 })))
  answers.push(await answerOf(() => mind.call('spread_activation', { seed_entities: ids })))
  for (const kind of ['episode', 'entity']) {
    answers.push(await answerOf(() => mind.call('recall_episodes', { query: queries[0], limit: 50, kinds: [kind] })))
  }
  answers.push(await answerOf(() => mind.call('memory_stats', { include_detailed: true })))
  return answers
}

const checked = /the store is what was written|have been made again|are not what was written|could not be checked/
const first = await ask()
for (let waited = 0; waited < 1200 && !logged().some((line) => checked.test(line)); waited++) {
  await new Promise((resolve) => setTimeout(resolve, 50))
}
await new Promise((resolve) => setTimeout(resolve, 100))
const second = await ask()
const warnings = logged().filter((line) => /"level":[45]0/.test(line))
await mind.close().catch(() => undefined)
process.stdout.write(
  JSON.stringify({ first, second, warnings, isChecked: logged().some((line) => checked.test(line)) }),
)
