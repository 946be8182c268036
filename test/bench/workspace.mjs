// How well the workspace answers questions over a mixed store, and how fast. See docs/benchmarks.md.
import { parseArgs } from 'node:util'
import { table, verdict } from './report.mjs'
import { isRight } from './workspace/judge.mjs'
import { createPureMind } from './workspace/pure-mind.mjs'
import { makeQuestions } from './workspace/questions.mjs'
import { makeWorld } from './workspace/store.mjs'

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    times: { type: 'string', default: '1' },
    failures: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
  },
})

const world = makeWorld(Number(options.seed))
const questions = makeQuestions(world, Number(options.times))
const mind = createPureMind()
await mind.store(world.memories)
const prose = new Set(world.memories.filter(({ isProse }) => isProse).map(({ id }) => id))
const nameOf = new Map(world.records.map(({ label, display }) => [label, display]))
const results = []
for (const question of questions) {
  const { answer, effective_planner, evidence_ids } = await mind.ask(question.text)
  results.push({
    ...question,
    answer,
    effective: effective_planner,
    isChosen: effective_planner === question.planner,
    isRight: effective_planner === question.planner && isRight(question.expected, answer, nameOf),
    restsOnProse: question.planner === 'structured' && evidence_ids.some((id) => prose.has(id)),
  })
}
const share = (some, all) => `${some.length}/${all.length} (${((100 * some.length) / all.length).toFixed(1)} %)`
const rows = [...new Set(results.map(({ kind }) => kind))].map((kind) => {
  const own = results.filter((result) => result.kind === kind)
  return [kind, own.length, own.filter(({ isRight }) => isRight).length, own.filter(({ isChosen }) => isChosen).length]
})
process.stdout.write(`${table(['kind', 'asked', 'right', 'planner'], rows)}\n\n`)
const exact = results.filter(({ planner }) => planner !== 'semantic')
process.stdout.write(
  `exact: ${share(
    exact.filter(({ isRight }) => isRight),
    exact,
  )}\n`,
)
process.stdout.write(
  `planner: ${share(
    results.filter(({ isChosen }) => isChosen),
    results,
  )}\n`,
)
process.stdout.write(`prose: ${results.filter(({ restsOnProse }) => restsOnProse).length}\n`)
void verdict
if (options.failures || options.show) {
  for (const result of results) {
    if (result.isRight && !options.show) continue
    process.stdout.write(
      `\n[${result.kind}] ${result.text}\n   ${result.effective}: ${result.answer.slice(0, 200)}\n   want ${result.planner}: ${JSON.stringify(result.expected).slice(0, 260)}\n`,
    )
  }
}
