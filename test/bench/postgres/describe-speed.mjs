import { table, verdict } from '../report.mjs'

const count = (value) => Math.round(value).toLocaleString('en')
const ms = (value) => (value === undefined || Number.isNaN(value) ? undefined : value.toFixed(value < 9.95 ? 1 : 0))
const both = ({ p50, p95 }) => `${ms(p50)} / ${ms(p95)}`
const rate = ({ perSecond, p50, p95 }) => `${count(perSecond)}/s, ${ms(p50)} / ${ms(p95)}`
/** Recall p95 that is required, in ms. */
const longest = { 100000: 80, 1000000: 400 }
const leastWrites = 500

/** The tables of docs/benchmarks.md. */
export function describePostgresSpeed(measured) {
  return [
    `Milliseconds, median / 95th percentile, unless a unit is given; through the public operations of one process, on the
same machine as the server. The bare statements ran in turns with the recalls, on a table of the same texts and vectors
with an HNSW and a GIN index, for the best ten each. *Any word* is what a question needs: that all its words are in one
text is rare.`,
    perSize(measured, [
      ['recall', ({ recall }) => both(recall.recall)],
      ...stagesOf(measured).map((stage) => [`– ${stage}, median`, ({ recall }) => ms(recall.stages[stage])]),
      ['bare pgvector, HNSW', ({ recall }) => both(recall.nearest)],
      ['bare pgvector, every row compared', ({ recall }) => both(recall.nearestOfAll)],
      ['bare tsvector, any word, by `ts_rank_cd`', ({ recall }) => both(recall.anyWord)],
      ['bare tsvector, all words', ({ recall }) => both(recall.allWords)],
      ['first recall of a process', ({ recall }) => ms(recall.cold)],
      ['writes by 8 memories of one tenant, a connection each', ({ writes }) => rate(writes.apart)],
      ['writes by 8 memories of 8 new tenants, a connection each', ({ writes }) => rate(writes.strangers)],
      ['writes by 8 callers of one memory', ({ writes }) => rate(writes.together)],
      ['bare inserts by 8 connections, into the bare table', ({ writes }) => rate(writes.bare)],
      ['import, memories a second', ({ built }) => (built === undefined ? undefined : count(built.perSecond))],
      [
        'indexes of vectors, made behind it, s',
        ({ built, recall }) => (built === undefined ? undefined : (recall.indexing / 1000).toFixed(0)),
      ],
      [
        'database before those',
        ({ bytes }) => (bytes === undefined ? undefined : `${(bytes / 2 ** 20).toFixed(0)} MB`),
      ],
    ]),
    table(['target', 'must', 'measured', ''], measured.flatMap(targets)),
  ].join('\n\n')
}

const stagesOf = (measured) => Object.keys(measured[0].recall.stages)

function perSize(measured, rows) {
  return table(
    ['', ...measured.map(({ size }) => count(size))],
    rows.map(([name, cell]) => [name, ...measured.map(cell)]),
  )
}

function targets({ size, recall, writes }) {
  const most = longest[size]
  const { p95 } = recall.recall
  const written = (name, { perSecond }) => [
    `writes by ${name} at ${count(size)}`,
    `≥ ${leastWrites}/s`,
    `${count(perSecond)}/s`,
    verdict(perSecond >= leastWrites),
  ]
  return [
    ...(most === undefined
      ? []
      : [[`recall p95 at ${count(size)}`, `≤ ${most} ms`, `${ms(p95)} ms`, verdict(p95 <= most)]]),
    written('8 callers of one memory', writes.together),
    written('8 memories of 8 new tenants beside it,', writes.strangers),
    written('8 memories of one tenant', writes.apart),
  ]
}
