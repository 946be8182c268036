// How well recall finds what was told: LoCoMo and SciFact through the public operations. See docs/benchmarks.md.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readLocomo, readScifact, requireData } from './data.mjs'
import { mean, quantile } from './numbers.mjs'
import { compareEngines } from './recall/both-engines.mjs'
import { lines, scoreLocomo, tool } from './recall/locomo.mjs'
import { scoreScifact } from './recall/scifact.mjs'
import { describeRun, endProgress, storeSection, table, verdict } from './report.mjs'

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    conversations: { type: 'string', default: '5' },
    'skip-scifact': { type: 'boolean', default: false },
    /** Every conversation's first 20 questions, 30 claims; the page stays as it is. */
    quick: { type: 'boolean', default: false },
    /** `postgres`: the same on the other engine, beside the files. */
    engine: { type: 'string', default: 'sqlite' },
  },
})
const data = requireData(resolve(import.meta.dirname, '../..', options.data))
const all = readLocomo(data)
const conversations = all.slice(0, Number(options.conversations))
const isWhole = conversations.length === all.length && !options['skip-scifact'] && !options.quick
const questionsPer = options.quick ? 20 : Number.POSITIVE_INFINITY
const started = performance.now()

if (options.engine === 'postgres') {
  const claims = options['skip-scifact'] ? undefined : readScifact(data)
  const body = await compareEngines(conversations, claims, { questionsPer, strangers: all })
  finish('recall-engines', body)
  process.exit()
}

const today = await scoreLocomo(conversations, { clock: 'today', questionsPer, strangers: all })
const late = await scoreLocomo(conversations, { clock: 'late', questionsPer, strangers: all })
const scifact = options['skip-scifact']
  ? undefined
  : (await scoreScifact(readScifact(data), { queryLimit: options.quick ? 30 : undefined })).scores
endProgress()

const three = (value) => value.toFixed(3).replace(/^(-?)0\./, '$1.')
const percent = (value) => `${(value * 100).toFixed(1)} %`
const main = table(
  ['ranked by', 'turn@10, today', 'session@5, today', 'turn@10, late', 'session@5, late', 'SciFact nDCG@10'],
  lines.map((line) => [
    line,
    three(mean(today.scores[line].turns)),
    three(mean(today.scores[line].sessions)),
    three(mean(late.scores[line].turns)),
    three(mean(late.scores[line].sessions)),
    scifact === undefined ? undefined : three(mean(scifact[line])),
  ]),
)

const turn = mean(today.scores[tool].turns)
const session = mean(today.scores[tool].sessions)
const loss = turn - mean(late.scores[tool].turns)
const flagged = { foreign: mean(today.absence.foreign), own: mean(today.absence.own) }
const claims = scifact === undefined ? Number.NaN : mean(scifact[tool])
const evidenceMedian = quantile(today.relevance.evidence, 0.5)
const othersP95 = quantile(today.relevance.others, 0.95)
const targets = table(
  ['target', 'must', 'aim', 'measured', ''],
  [
    ['turn fraction@10, today', '≥ .81', '≥ .84', three(turn), verdict(turn >= 0.81)],
    ['session any@5, today', '≥ .94', '≥ .96', three(session), verdict(session >= 0.94)],
    ['lost to the late clock and 200 fresh successes', '≤ .03', '', three(loss), verdict(loss <= 0.03)],
    ...(scifact === undefined ? [] : [['SciFact nDCG@10', '≥ .71', '≥ .72', three(claims), verdict(claims >= 0.71)]]),
    [
      'told elsewhere: flagged `nothing_relevant`',
      '≥ 85 %',
      '',
      percent(flagged.foreign),
      verdict(flagged.foreign >= 0.85),
    ],
    ['told here: flagged `nothing_relevant`', '≤ 5 %', '', percent(flagged.own), verdict(flagged.own <= 0.05)],
    ['relevance of an evidence turn, median', '≥ .7', '', three(evidenceMedian), verdict(evidenceMedian >= 0.7)],
    ['relevance of other turns, 95th percentile', '≤ .1', '', three(othersP95), verdict(othersP95 <= 0.1)],
  ],
)
const counts = `${today.scores[tool].turns.length} questions over ${conversations.length} conversations${scifact === undefined ? '' : `, ${scifact[tool].length} claims over 5,183 abstracts`}`
const body = `
## Recall

${describeRun('npm run bench:recall')}

${counts}. Each line ranks by one ingredient more, from the parts that \`explain\` shows; \`${tool}\` is the tool as a
client calls it. *Late* asks one hour after the conversation's last turn, with 200 fresh off-topic successes mixed in.

${main}

${targets}
`
finish('recall', body)

function finish(section, body) {
  process.stdout.write(`${body.trim()}\n\n${((performance.now() - started) / 1000).toFixed(0)} s\n`)
  if (isWhole) storeSection(section, body)
  else process.stdout.write('A partial run: docs/benchmarks.md stays as it is.\n')
}
