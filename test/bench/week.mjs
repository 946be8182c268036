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
import { parts as allParts, partsForWork, probes, sessions } from './week/world.mjs'

const { values: options } = parseArgs({
  options: {
    /** One part alone leaves the others unseen, and the page as it is. */
    part: { type: 'string' },
    /** A command that reads a prompt and prints an answer: scores finished tasks as well. */
    agent: { type: 'string' },
    /** Without a process for each hook: quick, for whoever works on relevance. */
    'in-process': { type: 'boolean', default: false },
    /** Fewer sessions and prompts of each part, to see that it runs. */
    sessions: { type: 'string' },
    /** What was missed or wrong, of parts for development only: whoever looks at the other can no longer set it aside. */
    misses: { type: 'boolean', default: false },
  },
})
const parts =
  options.part === undefined ? allParts : [...allParts, ...partsForWork].filter((part) => part === options.part)
if (parts.length === 0) throw new Error(`--part ${[...allParts, ...partsForWork].join(' or --part ')}`)
const mostSessions = options.sessions === undefined ? Number.POSITIVE_INFINITY : Number(options.sessions)
const isWhole = parts.length === allParts.length && options.sessions === undefined && !options['in-process']

const newestCount = 5
const dayMs = 86_400_000
const weekDays = 7
const names = { none: 'no memory', newest: `the newest ${newestCount} memories`, hooks: 'World Weaver' }

const folder = mkdtempSync(join(tmpdir(), 'ww-week-'))
try {
  const measured = []
  for (const part of parts) measured.push(await measure(part))
  report(measured)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** A week of its own: what is learnt in one part is not there in the other. */
async function measure(part) {
  const home = join(folder, part)
  const dataDir = join(home, 'data')
  mkdirSync(dataDir, { recursive: true })
  const held = sessions.filter((each) => each.part === part).slice(0, mostSessions)
  const cwdOf = makeRepositories(home, new Set(held.map(({ repository }) => repository)))
  const agent = options['in-process'] ? startInProcess(dataDir) : await startProcesses(home, dataDir, cwdOf)
  const now = Date.now()
  try {
    const told = await holdSessions(agent, held, now - weekDays * dayMs, cwdOf)
    const stored = await readStored(dataDir, told)
    const wanted = probes
      .filter(({ part: of, repository }) => of === part && cwdOf[repository])
      .slice(0, 4 * mostSessions)
    const hooks = await ask(agent, wanted, now)
    return {
      part,
      held,
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

function judgeAll({ answers, stored }) {
  const sessionOf = new Map(stored.map(({ id, session }) => [id, session]))
  return Object.fromEntries(
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
}

function report(measured) {
  const judged = measured.map((each) => ({ ...each, judged: judgeAll(each) }))
  const setAside = judged.find(({ part }) => part === 'set-aside')
  const body = `
## A week of a coding agent

${describeRun('npm run bench:week')}

${judged.map(describePart).join(' ')}
The parts have different people, trades and languages. ${seenOf(setAside !== undefined)}
[Who wrote what, and what was seen](../test/bench/week/README.md). *Right*: prompts that brought the fact from where it was
said. *Wrong*: of all memories brought, those that do not bear on the prompt. *Silence*: prompts that want it and got it.
*Tokens*: for each prompt.

${table(
  ['part', 'memory', 'right', 'wrong', 'silence', 'tokens', ...(options.agent ? ['finished'] : [])],
  judged.flatMap((of) => Object.keys(names).map((name) => rowOf(of, name))),
)}
${setAside ? `\n${targets(score(setAside.judged.hooks))}\n` : ''}`
  process.stdout.write(`${body.trim()}\n`)
  if (isWhole) storeSection('week', body)
  else process.stdout.write('\nA partial run: docs/benchmarks.md stays as it is.\n')
  if (options.misses)
    for (const {
      part,
      judged: { hooks },
      stored,
    } of judged)
      if (part !== 'set-aside') printMisses(hooks, stored)
}

function seenOf(hasSetAside) {
  return hasSetAside
    ? 'No rule was made with `set-aside` in view.'
    : 'Rules were made with all of them in view, so that an unseen part will fare worse.'
}

function describePart({ part, held, stored, answers }) {
  const telling = answers.hooks.filter(({ probe }) => probe.isTelling).length
  const silent = answers.hooks.length - telling
  return `*${part}*: ${held.length} sessions in ${new Set(held.map(({ repository }) => repository)).size} repositories through the hooks, which left ${stored.length} memories; then ${telling} prompts and failures for which one of them has the fact, and ${silent} that want silence.`
}

function rowOf({ part, judged, answers }, name) {
  const { right, wrong, silence, tokens } = score(judged[name])
  const tasks = answers[name].filter(({ probe }) => probe.isTelling)
  const finished = options.agent ? [`${countFinished(options.agent, tasks)} of ${tasks.length}`] : []
  return [part, names[name], percent(right), percent(wrong), percent(silence), Math.round(tokens), ...finished]
}

function targets({ right, wrong, silence }) {
  return table(
    ['target, set-aside', 'must', 'measured', ''],
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
    if (probe.isTelling ? isRight && wrong === 0 : ids.length === 0) continue
    const isKept =
      probe.isTelling && stored.some(({ session, text }) => probe.from.includes(session) && probe.says.test(text))
    const brought = stored.filter(({ id }) => ids.includes(id)).map(({ session }) => session)
    const verdict = probe.isTelling ? `wants ${probe.from}${isKept ? '' : ', NOT KEPT'}` : 'wants silence'
    process.stdout.write(`${probe.id} ${verdict}; brought ${brought.join(', ') || 'nothing'}\n`)
    process.stdout.write(`    ${(probe.prompt ?? probe.failure.error).split('\n')[0]}\n`)
  }
}
