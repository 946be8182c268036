import * as graph from './graph-questions.mjs'
import * as groups from './group-questions.mjs'
import * as records from './record-questions.mjs'
import { semantic } from './semantic-questions.mjs'

/** Two hundred questions: how many of each kind, who should answer, and who asks. */
const kinds = [
  ['count', 24, 'structured', records.counted],
  ['count distinct', 6, 'structured', records.countedDistinct],
  ['count per group', 5, 'structured', records.countedPerGroup],
  ['filter', 12, 'structured', records.filtered],
  ['look up', 8, 'structured', records.lookedUp],
  ['top k', 18, 'structured', records.ranked],
  ['best', 10, 'structured', records.best],
  ['top groups', 8, 'structured', groups.rankedGroups],
  ['average', 7, 'structured', groups.totalled('average')],
  ['sum', 7, 'structured', groups.totalled('sum')],
  ['min', 5, 'structured', groups.totalled('min')],
  ['max', 5, 'structured', groups.totalled('max')],
  ['distinct', 6, 'structured', groups.distinct],
  ['per group', 7, 'structured', groups.perGroup],
  ['compare', 9, 'structured', groups.compared],
  ['1 hop', 10, 'graph', graph.followed(1)],
  ['2 hops', 10, 'graph', graph.followed(2)],
  ['3 hops', 9, 'graph', graph.followed(3)],
  ['4 hops', 6, 'graph', graph.followed(4)],
  ['broken path', 3, 'graph', graph.followed(2, { isBroken: true })],
  ['all records', 1, 'structured', allRecords],
  ['semantic', 24, 'semantic', semantic],
]

/** Were prose taken for a record, this would tell. */
function allRecords({ records }) {
  return { text: 'How many records are there?', expected: { kind: 'text', value: String(records.length) } }
}

const mostTries = 5_000

/** `times` as many of each kind. No question twice. */
export function makeQuestions(world, times = 1) {
  const asked = new Set()
  return kinds.flatMap(([kind, count, planner, make]) => {
    const wanted = make === allRecords ? 1 : count * times
    const questions = []
    for (let tries = 0; questions.length < wanted; tries++) {
      if (tries > mostTries * times) throw new Error(`no more questions of the kind "${kind}"`)
      const question = make(world)
      if (question === undefined || asked.has(question.text)) continue
      asked.add(question.text)
      questions.push({ kind, planner, ...question })
    }
    return questions
  })
}
