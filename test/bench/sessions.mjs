// What a session leaves, against what a careful colleague would note: test/bench/sessions/README.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeRun, endProgress, progress, storeSection, table, verdict } from './report.mjs'
import { judgeSession, sumUp } from './sessions/judge.mjs'
import { readSessions } from './sessions/read-script.mjs'
import { keepSessions } from './sessions/run.mjs'

const { values: options } = parseArgs({
  options: {
    /** `development` or `set-aside`; without it both, and the page is written. */
    half: { type: 'string' },
    /** Prints each memory with the verdict on its lines, and the points that are missing. */
    show: { type: 'boolean', default: false },
  },
})
const least = { recall: 0.7, precision: 0.8 }
const halves = options.half === undefined ? ['development', 'set-aside'] : [options.half]
const folder = mkdtempSync(join(tmpdir(), 'ww-sessions-'))
try {
  const sums = halves.map((half) => ({ half, ...measure(half) }))
  endProgress()
  report(sums)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function measure(half) {
  const scripts = readSessions(half)
  const kept = keepSessions(scripts, join(folder, half), (name) => progress(`${half}: ${name}`))
  const judged = scripts.map((script) => judgeSession(script, kept.get(script.name) ?? []))
  if (options.show) for (const each of judged) show(each, kept)
  return sumUp(judged)
}

function show({ script, memories, found }, kept) {
  const missing = script.points.filter(({ id }) => !found.includes(id)).map(({ name }) => name)
  const lines = memories.flatMap((memory) =>
    memory.lines.map((each) => `  ${each.verdict.padEnd(8)} ${each.section}: ${each.line}`),
  )
  const size = (kept.get(script.name) ?? []).join('').length
  process.stdout.write(
    `\n${script.name} (${size} characters) missing: ${missing.join(', ') || '-'}\n${lines.join('\n')}\n`,
  )
}

function report(sums) {
  const percent = (share) => `${Math.round(share * 100)} %`
  const rows = sums.map((each) => [
    each.half === 'set-aside' ? 'set aside' : each.half,
    each.sessions,
    `${each.recalled} of ${each.points}, ${percent(each.recall)}`,
    percent(each.precision),
    percent(each.strict),
    `${each.bearing} / ${each.harmless} / ${each.noise}`,
    each.questionOnly,
    each.unwanted,
    each.missing,
    each.most,
  ])
  const head = [
    'half',
    'sessions',
    'points recalled',
    'precision',
    'strict',
    'bear / harmless / noise',
    'question only',
    'unwanted',
    'missing',
    'at most each',
  ]
  const isMet = (each) =>
    each.recall >= least.recall && each.precision >= least.precision && each.questionOnly === 0 && each.most <= 1
  const decisive = sums.find(({ half }) => half === 'set-aside')
  const goal =
    decisive === undefined
      ? ''
      : `At least ${percent(least.recall)} recalled, ${percent(least.precision)} precise, none that holds a question alone and at most one memory each, on the half set aside: ${verdict(isMet(decisive))}.`
  const body = `## What a session leaves

${describeRun('npm run bench:sessions')}

Sessions of Claude Code, Codex and Gemini CLI, invented for this and each with what a careful colleague would note of it, go through \`ww hook session-end\` as their clients call it (with compactions, resumed and aborted sessions, sub-agents, headless runs, errors of the API). «points recalled»: of those notes. «precision»: of the kept lines that bear a point or are noise, those that bear one; a line is noise unless a label calls it harmless, and the lines that name the request and the changed files are not counted. «strict» counts harmless ones against it too. «unwanted»: memories of sessions that should leave none; «missing»: sessions that left none and should have. No rule was fitted on the half set aside. [How it is judged](../test/bench/sessions/README.md).

${table(head, rows)}

${goal}`
  process.stdout.write(`${body}\n`)
  if (options.half === undefined) storeSection('sessions', body)
}
