// What a tenant's recall costs beside 49 others in one database, and in a database of its own. See docs/benchmarks.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { openWorldWeaver } from '#ww/index.js'
import { findData } from './data.mjs'
import { importAll } from './ingest.mjs'
import { mean, median, p95, timed } from './numbers.mjs'
import { describeServer, onServer, withDatabase, withServer } from './postgres/server.mjs'
import { describeRun, endProgress, progress, storeSection, table, verdict, warnWhenBusy } from './report.mjs'
import { episodes, readSentences, take } from './speed/texts.mjs'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    tenants: { type: 'string', default: '50' },
    size: { type: 'string', default: '2000' },
    questions: { type: 'string', default: '240' },
    dry: { type: 'boolean', default: false },
  },
})
const [tenants, size, questionCount] = ['tenants', 'size', 'questions'].map((name) => Number(options[name]))
const data = findData(resolve(import.meta.dirname, '../..', options.data))
const warmUps = 40
/** Beside the same memories alone, median. */
const mostTimes = 1.2

warnWhenBusy()
const sentences = readSentences(data)
const embedder = createStaticEmbedder()
const dataDir = mkdtempSync(join(tmpdir(), 'ww-tenants-'))
try {
  await withServer((server) =>
    withDatabase(server, (alone) => withDatabase(server, (shared) => measure({ alone, shared }))),
  )
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

function openTenant(databaseUrl, tenant) {
  return openWorldWeaver({ dataDir, databaseUrl, tenant, session: 'default', project: null, embedder })
}

async function fill(url, tenant, seed) {
  const mind = openTenant(url, tenant)
  await importAll(mind, take(episodes(sentences, seed), size))
  await mind.close()
}

async function measure({ alone, shared }) {
  // Those that are asked were told the same as the one that is alone; all others something else.
  const asked = [...new Set([1, Math.ceil(tenants / 2), tenants])]
  await fill(alone, 'alone', 1)
  for (let number = 1; number <= tenants; number++) {
    progress(`filling tenant ${number} of ${tenants}`)
    await fill(shared, `tenant-${number}`, asked.includes(number) ? 1 : 1 + number)
  }
  // As autovacuum does some minutes later; not while we measure.
  for (const url of [alone, shared]) await onServer(url, (server) => server.query('VACUUM ANALYZE'))
  const minds = new Map([
    ['alone in its database', openTenant(alone, 'alone')],
    ...asked.map((number) => [`tenant ${number} of ${tenants}`, openTenant(shared, `tenant-${number}`)]),
  ])
  try {
    report(await askInTurns(minds), await describeServer(shared))
  } finally {
    for (const mind of minds.values()) await mind.close()
  }
}

/** Each question to all of them, one after the other, another first each time: whatever else the machine does hits all. */
async function askInTurns(minds) {
  const names = [...minds.keys()]
  const took = new Map(names.map((name) => [name, []]))
  for (const [place, query] of sentences.questions.slice(0, questionCount).entries()) {
    if (place % 20 === 0) progress(`question ${place + 1} of ${questionCount}`)
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(place + turn) % names.length]
      const { ms } = await timed(() => minds.get(name).call('recall_episodes', { query }))
      if (place >= warmUps) took.get(name).push(ms)
    }
  }
  return took
}

function report(took, server) {
  endProgress()
  const [[, lone], ...others] = took
  const rows = [...took].map(([name, each]) => [
    name,
    median(each).toFixed(1),
    p95(each).toFixed(1),
    `${(median(each) / median(lone)).toFixed(2)}×`,
    `${(p95(each) / p95(lone)).toFixed(2)}×`,
  ])
  const times = mean(others.map(([, each]) => median(each))) / median(lone)
  const body = `
## Tenants

${describeRun('npm run bench:tenants')} · ${server}

${tenants} tenants of ${size.toLocaleString('en')} memories each in one database, beside a database that has one such tenant. Those that
are asked were told the same; ${questionCount - warmUps} questions through \`recall_episodes\`, to all in turns. Milliseconds.

${table(['recall of a tenant', 'median', '95th percentile', 'median / alone', '95th / alone'], rows)}

${table(
  ['target', 'must', 'measured', ''],
  [['a recall among others / alone, median', `≤ ${mostTimes}×`, `${times.toFixed(2)}×`, verdict(times <= mostTimes)]],
)}
`
  process.stdout.write(`${body.trim()}\n`)
  const isWhole = tenants === 50 && size === 2_000 && questionCount === 240
  if (isWhole && !options.dry) storeSection('tenants', body)
  else process.stdout.write('\nA partial run: docs/benchmarks.md stays as it is.\n')
}
