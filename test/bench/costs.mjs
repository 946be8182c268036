// What answers (REC25), other wordings (REC24) and `may_replace` (OPS6) cost, beside the same without, and beside an
// older build with `--before <its folder>`. All take turns in one process and run in its own thread, so that processor
// times and ratios hold on a busy machine. See docs/benchmarks.md.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { openWorldWeaver } from '#ww/index.js'
import { readOwnWorlds } from './daily/worlds.mjs'
import { findData } from './data.mjs'
import { importAll } from './ingest.mjs'
import { describeRun, endProgress, progress, storeSection, table, warnWhenBusy } from './report.mjs'
import { episodes, readSentences, take } from './speed/texts.mjs'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    sizes: { type: 'string', default: '1000,10000,100000' },
    turns: { type: 'string', default: '60' },
    before: { type: 'string' },
  },
})
const sizes = options.sizes.split(',').map(Number)
const turns = Number(options.turns)
const data = findData(resolve(import.meta.dirname, '../..', options.data))
const sentences = readSentences(data)
const { questions } = sentences
const older = options.before && (await import(pathToFileURL(resolve(options.before, 'dist/index.js')).href))

const folder = mkdtempSync(join(tmpdir(), 'ww-costs-'))
const settings = { session: 'default', project: null, threads: 'inline' }
const answersOf = (at) => [questions[at % questions.length], questions[(at * 7 + 3) % questions.length]]
const texts = take(episodes(sentences, 2), 2_000).map(({ text }) => text)
const textOf = (at) => texts[at % texts.length]
// What people ask, in other words that a language model gave (REC24): as long as a question, and about the same.
const asked = readOwnWorlds('development').worlds.flatMap(({ questions }) => questions)
const withAnswers = (at) => ({
  extra: { facets: { answers: answersOf(at).map((question) => ({ question, by: 'caller' })) } },
})

/** A store of `size` memories, in conversations, through an import. */
async function fill(open, name, size, more = () => ({})) {
  const mind = open({ ...settings, dataDir: join(folder, name) })
  const given = take(episodes(sentences), size).map((each, at) => ({ ...each, ...more(at) }))
  await importAll(mind, given)
  return mind
}

/** The processor time of a call in milliseconds. */
async function timeOf(call) {
  const before = process.cpuUsage()
  await call()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]

/** Turns before those that count: compiling would be most of what they measure. */
const warmUp = 40

/** The median of each, which take turns. */
async function compare(calls) {
  const times = Object.fromEntries(Object.keys(calls).map((name) => [name, []]))
  for (let turn = -warmUp; turn < turns; turn++) {
    for (const [name, call] of Object.entries(calls)) {
      const ms = await timeOf(() => call(turn + warmUp))
      if (turn >= 0) times[name].push(ms)
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, each]) => [name, median(each)]))
}

/** The megabytes of a process that answers recalls from this store, and does nothing else. */
function residentSize(dataDir) {
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', answerRecalls, dataDir], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  return Number(stdout)
}
const answerRecalls = `
  import { openWorldWeaver } from '#ww/index.js'
  const mind = openWorldWeaver({ dataDir: process.argv[1], session: 'default', project: null })
  for (const word of ['lake', 'deploy', 'protein', 'dog', 'dinner']) await mind.call('recall', { query: 'What of the ' + word + '?' })
  process.stdout.write(String(process.memoryUsage().rss / 2 ** 20))
  await mind.close()`

async function measure(size) {
  progress(`filling ${size}`)
  const plain = await fill(openWorldWeaver, `plain-${size}`, size)
  const answered = await fill(openWorldWeaver, `answered-${size}`, size, withAnswers)
  const before = older && (await fill(older.openWorldWeaver, `before-${size}`, size))
  const minds = [plain, answered, before].filter(Boolean)
  await answered.call('recall', { query: questions[0] })
  const rss = residentSize(join(folder, `answered-${size}`))
  const ask = (mind) => (turn) => mind.call('recall', { query: questions[turn % questions.length] })
  const askIn = (wordings) => (turn) => {
    const { text, also } = asked[(turn * 7) % asked.length]
    return plain.call('recall', { query: text, also: also.slice(0, wordings - 1) })
  }
  const told = (turn) => ({ text: `${textOf(turn * 11 + 5)} [${turn}]` })
  const line = (mind) => (turn) => importAll(mind, [{ text: `${textOf(turn * 13 + 7)} {${turn}}`, at: Date.now() }])
  try {
    progress(`comparing ${size}`)
    return {
      size,
      rss,
      recall: await compare({
        ...(before && { before: ask(before) }),
        one: ask(plain),
        answered: ask(answered),
      }),
      wordings: await compare({ one: askIn(1), three: askIn(3) }),
      write: await compare({
        ...(before && { before: (turn) => before.call('remember', told(turn)) }),
        ...(before && { importedBefore: line(before) }),
        imported: line(plain),
        one: (turn) => plain.call('remember', told(turn)),
      }),
      // Both to the store in which every memory has two.
      writeWithAnswers: await compare({
        one: (turn) => answered.call('remember', told(turn)),
        answered: (turn) => answered.call('remember', { ...told(turn + turns + warmUp), answers: answersOf(turn) }),
      }),
    }
  } finally {
    for (const mind of minds) await mind.close()
  }
}

const fixed = (value) => (value === undefined ? '' : value.toFixed(2))
const ratio = (value, to) => (to === undefined ? '' : `${(value / to).toFixed(2)} ×`)

function describe(rows) {
  const lines = rows.flatMap(({ size, recall, wordings, write, writeWithAnswers }) =>
    [
      ['recall, beside the older build', recall.one, recall.before, '≤ 1.1'],
      ['recall with two answers to every memory', recall.answered, recall.one, size > 10_000 ? '≤ 1.5' : '≤ 1.2'],
      ['recall in three wordings, beside one', wordings.three, wordings.one, '≤ 1.8'],
      ['write with `may_replace`, beside the older build', write.one, write.before, size > 1_000 ? '' : '≤ 1.5'],
      ['write with `may_replace`, beside a recall', write.one, recall.one, size > 10_000 ? '≤ 1' : ''],
      ['import of a line, beside the older build', write.imported, write.importedBefore, '≤ 1.1'],
      ['write with two answers, beside one without', writeWithAnswers.answered, writeWithAnswers.one, '≤ 1.3'],
    ]
      .filter(([, , to]) => to !== undefined)
      .map(([what, value, to, bound]) => [
        `${size.toLocaleString('en')}: ${what}`,
        fixed(value),
        fixed(to),
        ratio(value, to),
        bound,
      ]),
  )
  const sizes = rows.map(({ size, rss }) => `${Math.round(rss)} MB with ${size.toLocaleString('en')}`)
  return `${table(['what, by memories', 'ms', 'beside', 'ratio', 'at most'], lines)}\n\nA process that only answers recalls, every memory with two answers, has ${sizes.join(', ')} memories resident (at most 400 MB).`
}

warnWhenBusy()
const measured = []
try {
  for (const size of sizes) measured.push(await measure(size))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
endProgress()
const body = `## What answers and wordings cost\n\n${describeRun('npm run bench:costs')}\n\nMedians of processor time, in milliseconds a call, after ${warmUp} turns that warm up.\n\n${describe(measured)}`
process.stdout.write(`${body}\n`)
if (sizes.includes(100_000) && older) storeSection('costs', body)
