import { table, verdict } from '../report.mjs'
import { isRight } from './judge.mjs'
import { makeQuestions } from './questions.mjs'
import { makeWorld } from './store.mjs'

/**
 * Minds are asked two hundred questions whose answers are known. A mind is `{ store(memories), ask(question) → { answer,
 * effective_planner } }`, and may have a `close`; `times` asks for as many times more of each kind.
 */
export async function judgeAnswers(createMind, seed, times = 1) {
  const world = makeWorld(seed)
  const questions = makeQuestions(world, times)
  const mind = createMind()
  await mind.store(world.memories)
  const nameOf = new Map(world.records.map(({ label, display }) => [label, display]))
  const results = []
  for (const question of questions) {
    const { answer, effective_planner: chosen } = await mind.ask(question.text)
    const isChosen = chosen === question.planner
    results.push({
      ...question,
      answer,
      chosen,
      isChosen,
      isRight: isChosen && isRight(question.expected, answer, nameOf),
    })
  }
  await mind.close?.()
  const prose = world.memories.filter(({ isProse }) => isProse)
  return {
    seed,
    memories: world.memories.length,
    records: world.records.length,
    prose: prose.length,
    recordsInProse: await countRecords(createMind(), prose),
    results,
  }
}

/** A mind that knows one record and nothing else but prose: whatever it counts beyond that one was no record. */
async function countRecords(mind, prose) {
  await mind.store([...prose, { id: 'm999999', content: '{"name": "Lamp", "price": 4.50}', edges: [] }])
  const { answer } = await mind.ask('How many records are there?')
  await mind.close?.()
  return Number(answer) - 1
}

const sections = {
  counted: ['count', 'count distinct', 'count per group', 'all records'],
  ranked: ['top k', 'best', 'top groups'],
  'multi-hop': ['1 hop', '2 hops', '3 hops', '4 hops', 'broken path'],
  'filtered and looked up': ['filter', 'look up', 'distinct'],
  'added up and compared': ['average', 'sum', 'min', 'max', 'per group', 'compare'],
}
const atStake = ['counted', 'ranked', 'multi-hop'].flatMap((name) => sections[name])

export function describeAnswers({ seed, memories, records, prose, recordsInProse, results }) {
  const isRightly = ({ isRight }) => isRight
  const of = (kinds) => results.filter(({ kind }) => kinds.includes(kind))
  const exact = results.filter(({ planner }) => planner !== 'semantic')
  const chosen = results.filter(({ isChosen }) => isChosen)
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
    [
      `records counted in ${prose.toLocaleString('en')} texts of prose`,
      recordsInProse,
      '0',
      verdict(recordsInProse === 0),
    ],
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
