import { createRandom, timed } from '../numbers.mjs'
import { withMind } from '../temporary-mind.mjs'
import { takeIn } from './public-mind.mjs'

const regions = ['North', 'South', 'East', 'West', 'Centre']
const things = ['lamp', 'chair', 'desk', 'shelf', 'kettle', 'rug', 'mirror', 'clock']
const linesAtOnce = 5_000

const goals = ['Prepare the figures of the North', 'Find out why the deployment failed', 'Plan the trip to the island']
const questions = [
  'How many chairs are in North?',
  'What is the average price per region?',
  'Which five have the highest price?',
  'What did we decide about the deployment?',
  'Who was on the ferry, and when?',
]
const collections = [
  { operation: 'count' },
  { operation: 'count', field: 'region', value: 'North' },
  { operation: 'average', metric: 'price' },
  { operation: 'sum', metric: 'sold', group_field: 'region' },
  { operation: 'top_k', metric: 'price', k: 5 },
  { operation: 'distinct', field: 'product' },
  { operation: 'compare', metric: 'price', group_field: 'region', group_a: 'North', group_b: 'South' },
  { operation: 'filter', field: 'product', value: 'desk' },
]

/** Half prose, half records, two to a memory: as many records as memories. */
function* makeLines(count, { talk }) {
  const random = createRandom(11)
  const record = (number) =>
    `id=R${number}, product=${random.pick(things)}, region=${random.pick(regions)}, price=${(random.next() * 90 + 1).toFixed(2)}, sold=${Math.floor(random.next() * 100)}`
  for (let number = 0; number < count; number++) {
    if (number % 2 === 0) yield { kind: 'episode', content: `${record(number)}\n${record(number + 1)}` }
    else yield { kind: 'episode', content: `${random.pick(talk)} (${number})` }
  }
}

/** A cycle, a question and a collection with so many memories and records, through the public tools. */
export async function measureCycles(count, sentences, onProgress) {
  return withMind({ autoConsolidate: null }, async (mind) => {
    let lines = []
    let stored = 0
    for (const line of makeLines(count, sentences)) {
      lines.push(line)
      if (lines.length < linesAtOnce) continue
      await takeIn(mind, lines)
      stored += lines.length
      lines = []
      onProgress(`${stored} memories`)
    }
    await mind.warmUp()
    const { ms: firstMs } = await timed(() => mind.call('gwt_collection_query', { operation: 'count' }))
    const measure = async (times, work) => {
      const took = []
      for (let turn = 0; turn < times + 5; turn++) {
        const { ms } = await timed(() => work(turn))
        // The first few warm the compiler up.
        if (turn >= 5) took.push(ms)
      }
      return took
    }
    for (const description of goals) await mind.call('gwt_set_goal', { description })
    onProgress('broadcasting')
    const broadcast = await measure(60, async (turn) => {
      if (turn % 6 === 0) await mind.call('gwt_set_goal', { description: `${goals[turn % 3]}, ${turn}` })
      await mind.call('gwt_broadcast', {})
    })
    onProgress('attending')
    const attend = await measure(60, (turn) =>
      mind.call('gwt_attend', { question: questions[turn % questions.length], passes: 2 }),
    )
    onProgress('collecting')
    const collect = await measure(80, (turn) =>
      mind.call('gwt_collection_query', collections[turn % collections.length]),
    )
    return { count, firstMs, broadcast, attend, collect }
  })
}
