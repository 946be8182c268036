// How well rules find what a person would take from an episode. See docs/benchmarks.md and extraction/labelling.md.
import { parseArgs } from 'node:util'
import { compare, isHeldOut, readEpisodes, scoresOf, tally } from './extraction/scores.mjs'
import { timed } from './numbers.mjs'
import { describeRun, storeSection, table, verdict } from './report.mjs'

const { values: options } = parseArgs({
  options: {
    /** Scores alone, as JSON; the page stays as it is. */
    json: { type: 'boolean', default: false },
    /** Development episodes alone, with every miss: for whoever works on the rules. */
    misses: { type: 'boolean', default: false },
  },
})
const { extractByRules } = await import('#ww/memory/consolidation/extraction/extract-by-rules.js')
const toInput = ({ text, context = {}, speaker = null }) => ({ text, context, speaker })
const { ms: loading } = await timed(() => extractByRules(toInput({ text: 'The first text loads the library.' })))

const episodes = readEpisodes().filter((episode) => !options.misses || !isHeldOut(episode))
const results = []
for (const episode of episodes) {
  results.push({ episode, ...compare(episode, await extractByRules(toInput(episode))) })
}

const halves = {
  development: results.filter(({ episode }) => !isHeldOut(episode)),
  'held out': results.filter(({ episode }) => isHeldOut(episode)),
  all: results,
}
const tallies = Object.fromEntries(
  ['entities', 'relations'].map((what) => [
    what,
    Object.fromEntries(Object.entries(halves).map(([half, of]) => [half, tally(of.map((result) => result[what]))])),
  ]),
)

if (options.json) {
  const plain = (counts) => Object.fromEntries([...counts].map(([type, row]) => [type, { ...row, ...scoresOf(row) }]))
  const scores = Object.fromEntries(
    Object.entries(tallies).map(([what, byHalf]) => [
      what,
      Object.fromEntries(Object.entries(byHalf).map(([half, counts]) => [half, plain(counts)])),
    ]),
  )
  process.stdout.write(`${JSON.stringify({ episodes: episodes.length, ...scores })}\n`)
} else if (options.misses) printMisses()
else await report()

function printMisses() {
  for (const { episode, entities, relations } of results) {
    const lines = [entities, relations].flatMap(({ wrong, missed }) => [
      ...wrong.map((key) => `  + ${key}`),
      ...missed.map((key) => `  - ${key}`),
    ])
    if (lines.length > 0) process.stdout.write(`${episode.id} ${episode.text}\n${lines.join('\n')}\n`)
  }
}

async function report() {
  const speed = await measureSpeed()
  const body = `
## Extraction

${describeRun('npm run bench:extraction')}

${results.length} short episodes, labelled by hand (\`test/bench/extraction/labelling.md\`); ${halves['held out'].length} of them were held out while
the rules were made. Labels and rules have the same author, so expect less on texts of another style. Precision / recall,
and how many the labels hold.

${scoreTable('entity', tallies.entities)}

${scoreTable('relation', tallies.relations)}

${targets(speed)}
`
  process.stdout.write(`${body.trim()}\n`)
  storeSection('extraction', body)
}

function scoreTable(title, byHalf) {
  const types = [...byHalf.all.keys()].filter((type) => type !== 'all').sort()
  const cell = (counts) => {
    if (counts === undefined) return undefined
    const { precision, recall } = scoresOf(counts)
    return `${two(precision)} / ${two(recall)} (${counts.right + counts.missed})`
  }
  return table(
    [title, ...Object.keys(byHalf)],
    [...types, 'all'].map((type) => [type, ...Object.values(byHalf).map((counts) => cell(counts.get(type)))]),
  )
}

function two(value) {
  return Number.isNaN(value) ? '–' : value.toFixed(2).replace(/^0/, '')
}

/** Processor time is what counts on a busy machine. No two texts are the same, so that nothing is remembered. */
async function measureSpeed() {
  const rounds = 20
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round++) {
    for (const episode of episodes) await extractByRules(toInput({ ...episode, text: `${episode.text} ${round}` }))
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / (rounds * episodes.length)
}

function targets(speed) {
  const { precision, recall } = scoresOf(tallies.entities.all.get('all'))
  const relations = scoresOf(tallies.relations.all.get('all'))
  return table(
    ['target', 'must', 'measured', ''],
    [
      ['entities, precision', '≥ .80', two(precision), verdict(precision >= 0.8)],
      ['entities, recall', '≥ .60', two(recall), verdict(recall >= 0.6)],
      ['relations, precision', '≥ .80', two(relations.precision), verdict(relations.precision >= 0.8)],
      ['relations, recall', '≥ .60', two(relations.recall), verdict(relations.recall >= 0.6)],
      ['processor time a text', '≤ 2 ms', `${speed.toFixed(2)} ms`, verdict(speed <= 2)],
      ['loading the library, once', '', `${loading.toFixed(0)} ms`, ''],
    ],
  )
}
