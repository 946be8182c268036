// Questions that must be computed from prose: right, wrong or refused, and whether the evidence handed over is whole.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tellSpread } from '../daily/tell.mjs'
import { withTools } from '../daily/tools.mjs'
import { mean } from '../numbers.mjs'
import { progress, table, verdict } from '../report.mjs'
import { withMind } from '../temporary-mind.mjs'
import { judgeAnswer } from './judge-answer.mjs'

const ownFolder = fileURLToPath(new URL('prose', import.meta.url))
const sharedNames = ['founder', 'bakery', 'freiberuflerin']
const most = 20
const targets = { evidence: 0.85, complete: 0.68, right: 0.08, wrong: 0.01 }

const readWorld = (folder, name) => {
  const { language, memories, exact } = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'))
  return {
    name,
    language,
    exact,
    memories: memories.map((memory) => ({ ...memory, answers: [], at: Date.parse(memory.at) })),
  }
}

export async function measureReadProse({ data, withSetAside, showFailures }) {
  const measured = await measureProse(proseWorlds(data, withSetAside ? ['development', 'setAside'] : ['development']))
  if (showFailures) process.stderr.write(describeFailures(measured))
  return `### Questions to compute from prose\n\n${describeProse(measured)}`
}

/** The worlds of `data/daily` as far as they are there, and those parts of our own. */
function proseWorlds(data, parts) {
  const shared = join(data, 'daily')
  const index = JSON.parse(readFileSync(join(ownFolder, 'index.json'), 'utf8'))
  const own = parts.flatMap((part) => index[part])
  return [
    ...sharedNames.filter((name) => existsSync(join(shared, `${name}.json`))).map((name) => readWorld(shared, name)),
    ...own.map((name) => readWorld(ownFolder, name)),
  ]
}

/** Tells each world in an empty memory and asks `gwt_resolve` with its defaults. */
async function measureProse(worlds) {
  const measured = []
  for (const world of worlds) {
    await withTools(withMind, async (tools) => {
      progress(`${world.name}: ${world.memories.length} memories, ${world.exact.length} questions to compute`)
      const { nameOf } = await tellSpread(tools, world, { withAnswers: false })
      const answers = []
      for (const question of world.exact) answers.push(await askExact(tools, nameOf, question))
      measured.push({ world, answers })
    })
  }
  return measured
}

async function askExact({ call }, nameOf, question) {
  const { answer } = await call('gwt_resolve', { question: question.q })
  const { answer: given, metadata } = answer.evidence_plan
  const shown = (metadata.evidence_ids ?? []).slice(0, most).map(nameOf)
  const found = question.needs.filter((id) => shown.includes(id))
  return {
    question,
    given,
    verdict: judgeAnswer(given, question),
    shown,
    missing: question.needs.filter((id) => !found.includes(id)),
  }
}

/** The figures of some answers. */
function scoreProse(answers) {
  const [needing, unanswerable] = [true, false].map((isKnown) =>
    answers.filter(({ question }) => (question.answer !== null) === isKnown),
  )
  return {
    count: answers.length,
    // To refuse what cannot be known is no answer by rules.
    right: mean(needing.map(({ verdict }) => (verdict === 'right' ? 1 : 0))),
    wrong: mean(answers.map(({ verdict }) => (verdict === 'wrong' ? 1 : 0))),
    refused: mean(unanswerable.map(({ verdict }) => (verdict === 'right' ? 1 : 0))),
    evidence: mean(needing.map(({ question, missing }) => 1 - missing.length / question.needs.length)),
    complete: mean(needing.map(({ missing }) => (missing.length === 0 ? 1 : 0))),
  }
}

const percent = (value) => `${(100 * value).toFixed(1)} %`
const figure = (value) => value.toFixed(2)

function describeProse(measured) {
  const row = (name, answers) => {
    const { count, right, wrong, refused, evidence, complete } = scoreProse(answers)
    return [name, count, percent(right), percent(wrong), percent(refused), figure(evidence), figure(complete)]
  }
  const shared = measured.filter(({ world }) => world.language === 'en' && sharedNames.includes(world.name))
  const head = ['world', 'questions', 'right', 'wrong', 'unanswerable refused', `evidence@${most}`, 'complete']
  const rows = measured.map(({ world, answers }) => row(world.name, answers))
  if (shared.length === 0) return table(head, rows)
  const english = shared.flatMap(({ answers }) => answers)
  const { right, wrong, evidence, complete } = scoreProse(english)
  const goals = [
    ['right by rules', `≥ ${percent(targets.right)}`, percent(right), verdict(right >= targets.right)],
    ['wrong without a word', `≤ ${percent(targets.wrong)}`, percent(wrong), verdict(wrong <= targets.wrong)],
    [`evidence@${most}`, `≥ ${targets.evidence}`, figure(evidence), verdict(evidence >= targets.evidence)],
    ['complete', `≥ ${targets.complete}`, figure(complete), verdict(complete >= targets.complete)],
  ]
  return `${table(head, [...rows, row('shared, English', english)])}\n\n${table(['shared, English', 'must', 'measured', ''], goals)}`
}

const describeFailures = (measured) =>
  measured
    .flatMap(({ world, answers }) =>
      answers.map(
        ({ question, given, verdict: found, missing }) =>
          `${world.name} ${found} | ${question.q} | ${given || '–'} | ${question.answer} | lacks ${missing.join(' ') || 'nothing'}\n`,
      ),
    )
    .join('')
