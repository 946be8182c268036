import { table, verdict } from '../report.mjs'
import { isRight } from './judge.mjs'
import { makeQuestions } from './questions.mjs'
import { makeWorld } from './store.mjs'

/**
 * A mind is asked two hundred questions whose answers are known. It is `{ store(memories), ask(question) → { answer,
 * effective_planner, evidence_ids } }`; `times` asks for as many times more of each kind.
 */
export async function judgeAnswers(mind, seed, times = 1) {
  const world = makeWorld(seed)
  const questions = makeQuestions(world, times)
  await mind.store(world.memories)
  const prose = new Set(world.memories.filter(({ isProse }) => isProse).map(({ id }) => id))
  const nameOf = new Map(world.records.map(({ label, display }) => [label, display]))
  const results = []
  for (const question of questions) {
    const { answer, effective_planner, evidence_ids } = await mind.ask(question.text)
    const isChosen = effective_planner === question.planner
    results.push({
      ...question,
      answer,
      chosen: effective_planner,
      isChosen,
      isRight: isChosen && isRight(question.expected, answer, nameOf),
      restsOnProse: effective_planner === 'structured' && evidence_ids.some((id) => prose.has(id)),
    })
  }
  return { seed, memories: world.memories.length, records: world.records.length, results }
}

const sections = {
  counted: ['count', 'count distinct', 'count per group', 'all records'],
  ranked: ['top k', 'best', 'top groups'],
  'multi-hop': ['1 hop', '2 hops', '3 hops', '4 hops', 'broken path'],
  'filtered and looked up': ['filter', 'look up', 'distinct'],
  'added up and compared': ['average', 'sum', 'min', 'max', 'per group', 'compare'],
}
const atStake = ['counted', 'ranked', 'multi-hop'].flatMap((name) => sections[name])

export function describeAnswers({ seed, memories, records, results }) {
  const isRightly = ({ isRight }) => isRight
  const of = (kinds) => results.filter(({ kind }) => kinds.includes(kind))
  const exact = results.filter(({ planner }) => planner !== 'semantic')
  const chosen = results.filter(({ isChosen }) => isChosen)
  const onProse = results.filter(({ restsOnProse }) => restsOnProse).length
  const countsAll = of(['all records']).every(isRightly)
  const share = (some, all) => some.length / all.length
  const said = (some, all) => `${some.length} of ${all.length}, ${(100 * share(some, all)).toFixed(1)} %`
  const judged = of(atStake)
  return `Seed ${seed}: ${memories.toLocaleString('en')} memories with ${records.toLocaleString('en')} records, ${results.length} questions.

${table(
  ['', 'right', 'must', ''],
  [
    ...Object.entries(sections).map(([name, kinds]) => [name, said(of(kinds).filter(isRightly), of(kinds)), '', '']),
    [
      'counted, ranked, multi-hop',
      said(judged.filter(isRightly), judged),
      '≥ 98 %',
      verdict(share(judged.filter(isRightly), judged) >= 0.98),
    ],
    ['every exact answer', said(exact.filter(isRightly), exact), '', ''],
    ['`auto` took the right planner', said(chosen, results), '≥ 95 %', verdict(share(chosen, results) >= 0.95)],
    ['answers that rest on prose', onProse, '0', verdict(onProse === 0)],
    ['all records counted, and nothing else', countsAll ? 'yes' : 'no', 'yes', verdict(countsAll)],
  ],
)}`
}

export function describeFailures({ seed, results }) {
  return results
    .filter(({ isRight }) => !isRight)
    .map(
      ({ kind, text, chosen, answer, planner, expected }) =>
        `seed ${seed}, ${kind}: ${text}\n  ${chosen}: ${answer.slice(0, 200)}\n  expected of ${planner}: ${JSON.stringify(expected).slice(0, 250)}\n`,
    )
    .join('\n')
}
