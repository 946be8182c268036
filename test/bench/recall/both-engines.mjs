import { mean } from '../numbers.mjs'
import { describeServer, withDatabase, withServer } from '../postgres/server.mjs'
import { describeRun, endProgress, progress, table, verdict } from '../report.mjs'
import { mindsIn, withMind } from '../temporary-mind.mjs'
import { scoreLocomo, tool } from './locomo.mjs'
import { scoreScifact } from './scifact.mjs'

/** REC12. */
const leastSame = 0.99
const mostDifference = 0.002

/** The questions of `bench:recall` to both engines, each of which was told everything by itself. */
export function compareEngines(conversations, claims, { questionsPer, strangers }) {
  const score = (engine, minds) => {
    progress(`on ${engine}`)
    return scoreAll(conversations, claims, { questionsPer, strangers, explains: false, atOnce: 8, withMind: minds })
  }
  return withServer((server) =>
    withDatabase(server, async (url) => {
      const inFiles = await score('SQLite', withMind)
      const inPostgres = await score('PostgreSQL', mindsIn(url))
      endProgress()
      return describe(inFiles, inPostgres, await describeServer(url), conversations.length)
    }),
  )
}

/** By the tool alone, as a client calls it. */
async function scoreAll(conversations, claims, how) {
  const today = await scoreLocomo(conversations, { ...how, clock: 'today' })
  const late = await scoreLocomo(conversations, { ...how, clock: 'late' })
  const together = await scoreLocomo([joined(conversations)], { ...how, strangers: [undefined], clock: 'today' })
  const scifact =
    claims === undefined
      ? undefined
      : await scoreScifact(claims, { ...how, queryLimit: Number.isFinite(how.questionsPer) ? 30 : undefined })
  return { today, late, together, scifact }
}

/** More turns than are all scored: the legs decide which are. */
function joined(conversations) {
  const own = (place, name) => `${place + 1}-${name}`
  return {
    name: 'all conversations',
    turns: conversations.flatMap(({ turns }, place) =>
      turns.map((each) => ({ ...each, turn: own(place, each.turn), session: own(place, each.session) })),
    ),
    questions: conversations.flatMap(({ questions }, place) =>
      questions.map((each) => ({ ...each, evidence: each.evidence.map((turn) => own(place, turn)) })),
    ),
  }
}

const parts = {
  today: 'LoCoMo, today',
  late: 'LoCoMo, late',
  together: 'LoCoMo, all conversations in one store',
  scifact: 'SciFact',
}

function describe(inFiles, inPostgres, server, count) {
  const asked = Object.keys(parts).filter((part) => inFiles[part] !== undefined)
  const tops = asked.map((part) => compareTops(inFiles[part].tops, inPostgres[part].tops))
  const rows = asked.map((part, at) => [
    parts[part],
    tops[at].all,
    percent(tops[at].same),
    percent(tops[at].sameSet),
    verdict(tops[at].same >= leastSame),
  ])
  return `
## The two engines

${describeRun('npm run bench:recall -- --engine postgres')} · ${server}

The questions of \`bench:recall\` through \`${tool}\`, over ${count} conversations, to files and to PostgreSQL, each told by
\`create_episode\`. Required (REC12): the same first ten for 99 % of the questions, the same figures to ±.002. Of a
conversation alone every memory is scored; of all in one store, and of SciFact's 5,183 abstracts, the legs of each engine
find what is.

${table(['first ten', 'questions', 'the same, in the same order', 'the same, in any', ''], rows)}

${table(['figure', 'files', 'PostgreSQL', 'difference', ''], figureRows(inFiles, inPostgres))}
`
}

function compareTops(ones, others) {
  const same = ones.map((top, at) => (String(top) === String(others[at]) ? 1 : 0))
  const sameSet = ones.map((top, at) => (String([...top].sort()) === String([...others[at]].sort()) ? 1 : 0))
  return { all: ones.length, same: mean(same), sameSet: mean(sameSet) }
}

function figureRows(inFiles, inPostgres) {
  const figures = {
    'turn@10, today': ({ today }) => mean(today.scores[tool].turns),
    'session@5, today': ({ today }) => mean(today.scores[tool].sessions),
    'turn@10, late': ({ late }) => mean(late.scores[tool].turns),
    'session@5, late': ({ late }) => mean(late.scores[tool].sessions),
    'turn@10, all conversations in one store': ({ together }) => mean(together.scores[tool].turns),
    'session@5, all conversations in one store': ({ together }) => mean(together.scores[tool].sessions),
    'told elsewhere: flagged `nothing_relevant`': ({ today }) => mean(today.absence.foreign),
    'told here: flagged `nothing_relevant`': ({ today }) => mean(today.absence.own),
    'SciFact nDCG@10': ({ scifact }) => (scifact === undefined ? undefined : mean(scifact.scores[tool])),
  }
  return Object.entries(figures).flatMap(([name, read]) => {
    const [files, postgres] = [read(inFiles), read(inPostgres)]
    if (files === undefined) return []
    const difference = Math.abs(files - postgres)
    return [[name, four(files), four(postgres), four(difference), verdict(difference <= mostDifference)]]
  })
}

const percent = (value) => `${(value * 100).toFixed(1)} %`
const four = (value) => value.toFixed(4).replace(/^0\./, '.')
