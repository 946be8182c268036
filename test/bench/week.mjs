// A scripted week of a coding agent through its hooks, and what they bring afterwards. See docs/benchmarks.md.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { estimateTokens } from '#ww/memory/token-budget.js'
import { describeRun, endProgress, storeSection, table, verdict } from './report.mjs'
import { countFinished } from './week/finished-tasks.mjs'
import { startInProcess } from './week/in-process.mjs'
import { ask, holdSessions, makeRepositories } from './week/live.mjs'
import { startProcesses } from './week/processes.mjs'
import { judge, score } from './week/score.mjs'
import { newestOf, readStored } from './week/stored.mjs'
import { parts as allParts, probes, sessions } from './week/world.mjs'

const { values: options } = parseArgs({
  options: {
    /** `development` leaves the other half unseen, and the page as it is. */
    part: { type: 'string' },
    /** A command that reads a prompt and prints an answer: scores finished tasks as well. */
    agent: { type: 'string' },
    /** Without a process for each hook: quick, for whoever works on relevance. */
    'in-process': { type: 'boolean', default: false },
    /** Fewer sessions and prompts, to see that it runs. */
    sessions: { type: 'string' },
    /** What was missed or wrong, of the development half only: whoever looks at the other can no longer set it aside. */
    misses: { type: 'boolean', default: false },
  },
})
const asked = options.part?.replace('-', ' ')
if (asked !== undefined && !allParts.includes(asked)) throw new Error('--part development or --part set-aside')
const parts = allParts.filter((part) => asked === undefined || part === asked)
const held = options.sessions === undefined ? sessions : sessions.slice(0, Number(options.sessions))
const isWhole = parts.length === 2 && held.length === sessions.length && !options['in-process']

const newestCount = 5
const dayMs = 86_400_000
const weekDays = 7
const names = { none: 'no memory', newest: `the newest ${newestCount} memories`, hooks: 'World Weaver' }

const folder = mkdtempSync(join(tmpdir(), 'ww-week-'))
try {
  report(await measure())
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure() {
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const cwdOf = makeRepositories(folder)
  const agent = options['in-process'] ? startInProcess(dataDir) : await startProcesses(folder, dataDir, cwdOf)
  const now = Date.now()
  try {
    const told = await holdSessions(agent, held, now - weekDays * dayMs, cwdOf)
    const stored = await readStored(dataDir, told)
    const wanted = probes.filter(({ part }) => parts.includes(part)).slice(0, 4 * held.length)
    const hooks = await ask(agent, wanted, now)
    return {
      stored,
      answers: {
        none: wanted.map((probe) => ({ probe, text: '', ids: [] })),
        newest: wanted.map((probe) => ({ probe, ...newestOf(stored, probe.repository, newestCount) })),
        hooks,
      },
    }
  } finally {
    await agent.close()
    endProgress()
  }
}

function report({ stored, answers }) {
  const sessionOf = new Map(stored.map(({ id, session }) => [id, session]))
  const judged = Object.fromEntries(
    Object.entries(answers).map(([name, list]) => [
      name,
      list.map((each) => ({
        ...each,
        isTelling: each.probe.isTelling,
        tokens: estimateTokens(each.text),
        ...judge(each, (id) => sessionOf.get(id)),
      })),
    ]),
  )
  const scores = Object.fromEntries(
    parts.map((part) => [
      part,
      Object.fromEntries(
        Object.entries(judged).map(([name, list]) => [name, score(list.filter(({ probe }) => probe.part === part))]),
      ),
    ]),
  )
  const body = `
## A week of a coding agent

${describeRun('npm run bench:week')}

${held.length} sessions in three repositories through the hooks, which left ${stored.length} memories; then, of each half, 30 prompts and
failures for which one of them has the fact, and 30 that want silence. One repository and half of another were set aside
before any rule was made with the rest in view. *Right*: prompts that brought the fact from where it was said. *Wrong*: of
all memories brought, those that do not bear on the prompt. *Silence*: prompts that want it and got it. *Tokens*: for each
prompt.

${table(
  ['half', 'memory', 'right', 'wrong', 'silence', 'tokens', ...(options.agent ? ['finished'] : [])],
  parts.flatMap((part) => Object.keys(names).map((name) => rowOf(part, name, scores, answers))),
)}
${parts.includes('set aside') ? `\n${targets(scores['set aside'].hooks)}\n` : ''}`
  process.stdout.write(`${body.trim()}\n`)
  if (isWhole) storeSection('week', body)
  else process.stdout.write('\nA partial run: docs/benchmarks.md stays as it is.\n')
  if (options.misses) printMisses(judged.hooks, stored)
}

function rowOf(part, name, scores, answers) {
  const { right, wrong, silence, tokens } = scores[part][name]
  const tasks = answers[name].filter(({ probe }) => probe.part === part && probe.isTelling)
  const finished = options.agent ? [`${countFinished(options.agent, tasks)} of ${tasks.length}`] : []
  return [part, names[name], percent(right), percent(wrong), percent(silence), Math.round(tokens), ...finished]
}

function targets({ right, wrong, silence }) {
  return table(
    ['target, set aside', 'must', 'measured', ''],
    [
      ['right brought', '≥ 75 %', percent(right), verdict(right >= 0.75)],
      ['wrong brought', '≤ 5 %', percent(wrong), verdict(wrong <= 0.05)],
      ['silence kept', '≥ 95 %', percent(silence), verdict(silence >= 0.95)],
    ],
  )
}

function percent(share) {
  return Number.isNaN(share) ? '–' : `${(100 * share).toFixed(1)} %`
}

function printMisses(judged, stored) {
  for (const { probe, ids, isRight, wrong } of judged) {
    if (probe.part !== 'development' || (probe.isTelling ? isRight && wrong === 0 : ids.length === 0)) continue
    const isKept =
      probe.isTelling && stored.some(({ session, text }) => probe.from.includes(session) && probe.says.test(text))
    const brought = stored.filter(({ id }) => ids.includes(id)).map(({ session }) => session)
    const verdict = probe.isTelling ? `wants ${probe.from}${isKept ? '' : ', NOT KEPT'}` : 'wants silence'
    process.stdout.write(`${probe.id} ${verdict}; brought ${brought.join(', ') || 'nothing'}\n`)
    process.stdout.write(`    ${(probe.prompt ?? probe.failure.error).split('\n')[0]}\n`)
  }
}
