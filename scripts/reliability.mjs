// The figures in docs/reliability.md, from the sections that campaigns leave in docs/benchmarks.md and from the ledger of
// fuzzing. Part of `npm run docs`; `--check` only says whether they are up to date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readSection, splitAt, table } from '../test/bench/report.mjs'

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const number = (value) => value.toLocaleString('en')
const notYet = 'not run in full yet'

const dateOf = (section) => /^(\d{4}-\d{2}-\d{2}) · /m.exec(section)?.[1] ?? '–'

/** GitHub's anchor of a heading. */
const placeOf = (section) =>
  `benchmarks.md#${/^## (.*)$/m
    .exec(section)[1]
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')}`

/** Cells of the lines below the head of the first table. */
const rowsOf = (section) =>
  section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.split('|').slice(1, -1))
    .map(([name, ...cells]) => [name.trim(), ...cells.map((cell) => Number(cell.replaceAll(',', '')))])

/** A section is only stored if no seed of the campaign failed. */
function faults(section) {
  const rows = rowsOf(section)
  const sum = (column) => number(rows.reduce((total, row) => total + row[column], 0))
  return `${sum(1)} faults of ${rows.length} kinds: ${sum(2)} changed nothing, ${sum(3)} were recovered from, ${sum(4)} ended in a clear message; no answered write lost, no silent wrong answer`
}

function fuzzing() {
  const ledger = Object.values(JSON.parse(read('test/fuzz/ledger.json')))
  const sum = (field) => ledger.reduce((total, each) => total + each[field], 0)
  const found = readdirSync(new URL('../test/fuzz/seeds', import.meta.url))
    .map((name) => JSON.parse(read(`test/fuzz/seeds/${name}`)).length)
    .reduce((total, each) => total + each, 0)
  return `${number(sum('cases'))} cases in ${Math.round(sum('seconds') / 60)} minutes; ${found} found, fixed and kept as seeds`
}

const campaigns = [
  ['faults', 'npm run test:faults', faults],
  ['fuzz', 'npm run test:fuzz -- --minutes 60', fuzzing],
  ['soak', 'npm run bench:soak', (text) => `see [the tables and the picture](${placeOf(text)})`],
  ['peers', 'npm run bench:peers', (text) => `see [the table](${placeOf(text)})`],
  ['workflow-model', 'npm run test:workflow-model', (text) => `${/^[\d,]+ sequences/m.exec(text)?.[0]} of calls`],
  ['postgres-chaos', 'npm run test:postgres', (text) => `${/^\d+ seconds/m.exec(text)?.[0]} of kills and restarts`],
].map(([name, command, summarize]) => {
  const section = readSection(name)
  return [`\`${command}\``, ...(section === undefined ? [notYet, '–'] : [summarize(section), dateOf(section)])]
})

const [open, close] = ['<!-- figures: written by `npm run docs` -->', '<!-- /figures -->']
const target = new URL('../docs/reliability.md', import.meta.url)
const page = readFileSync(target, 'utf8')
const parts = splitAt(page, [open, close])
if (parts === undefined) throw new Error('docs/reliability.md lacks the markers of its figures')
const figures = table(['campaign', 'what came of it', 'last run'], campaigns)
const written = `${parts.before}${open}\n${figures}\n${close}${parts.behind}`
if (process.argv.includes('--check')) {
  if (written !== page) {
    process.stderr.write('docs/reliability.md is stale: npm run docs\n')
    process.exitCode = 1
  }
} else writeFileSync(target, written)
