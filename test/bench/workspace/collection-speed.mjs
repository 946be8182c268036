import { collect } from '#ww/memory/workspace/collection/collect.js'
import { collectionOperations, toCollectionRequest } from '#ww/memory/workspace/collection/request.js'
import { interpretQuestion } from '#ww/memory/workspace/planners/structured/interpret.js'
import { planStructured } from '#ww/memory/workspace/planners/structured/structured-planner.js'
import { parseRecords } from '#ww/memory/workspace/records/parse-records.js'
import { RecordTable } from '#ww/memory/workspace/records/record-table.js'
import { createRandom } from '../numbers.mjs'

/** What one question costs over many records, in this process: the arguments of `gwt_collection_query`. */
export function measureCollections(recordCount, { rounds = 40, seed = 3 } = {}) {
  const random = createRandom(seed)
  const table = new RecordTable()
  const start = performance.now()
  for (let at = 0; at < recordCount; at++) {
    table.put(`m${String(at).padStart(8, '0')}`, '', parseRecords(writeRecord(random, at)))
  }
  const buildMs = performance.now() - start
  const ask = (given) => () => collect(toCollectionRequest({ k: 10, ...given }), table.select())
  const operations = Object.entries(requests(random)).map(([name, given]) => ({
    name,
    ...time(rounds, () => ask(given())()),
  }))
  const questions = structuredQuestions.map((question) => ({
    question,
    interpreting: time(rounds, () => interpretQuestion(question, table.select())),
    answering: time(rounds, () => planStructured(question, table.select())),
    isUnderstood: interpretQuestion(question, table.select()) !== undefined,
  }))
  // The first question after a write, when nothing is kept from the one before.
  const afterWrite = time(rounds, (round) => {
    table.put('m99999999', '', parseRecords(writeRecord(random, recordCount + round)))
    return ask({ operation: 'count', field: 'region', value: 'North' })()
  })
  return { records: table.size, buildMs, operations, questions, afterWrite }
}

const regions = ['North', 'South', 'East', 'West', 'Central']
const cities = Array.from({ length: 200 }, (_, at) => `City ${at}`)

function writeRecord(random, at) {
  const price = (random.next() * 2000).toFixed(2)
  const day = new Date(Date.UTC(2024, 0, 1 + random.below(600))).toISOString().slice(0, 10)
  const pairs = {
    id: `S-${at}`,
    region: random.pick(regions),
    city: random.pick(cities),
    price,
    units: 1 + random.below(50),
    rating: (1 + random.next() * 4).toFixed(1),
    sold_on: day,
  }
  return at % 2 === 0
    ? JSON.stringify(pairs).replace(`"${price}"`, price)
    : Object.entries(pairs)
        .map(([name, text]) => `${name}=${text}`)
        .join(', ')
}

/** Every operation, with and without a criterion, with groups few and many; values change from round to round. */
function requests(random) {
  const region = () => ({ field: 'region', value: random.pick(regions) })
  const city = () => ({ field: 'city', value: random.pick(cities) })
  const all = {
    count: () => ({ operation: 'count' }),
    'count, criterion': () => ({ operation: 'count', ...region() }),
    'count per city': () => ({ operation: 'count', group_field: 'city' }),
    'filter, fifth of all': () => ({ operation: 'filter', ...region() }),
    'filter, one city': () => ({ operation: 'filter', ...city() }),
    'filter, any field': () => ({ operation: 'filter', value: random.pick(cities) }),
    'filter, all': () => ({ operation: 'filter' }),
    top_k: () => ({ operation: 'top_k', metric: 'price' }),
    'top_k, many ties': () => ({ operation: 'top_k', metric: 'units' }),
    'top_k, k 1000': () => ({ operation: 'top_k', metric: 'price', k: 1000 }),
    'top_k, dates': () => ({ operation: 'top_k', metric: 'sold_on' }),
    'top_k of cities': () => ({ operation: 'top_k', metric: 'price', group_field: 'city' }),
    average: () => ({ operation: 'average', metric: 'price' }),
    'average, criterion': () => ({ operation: 'average', metric: 'price', ...region() }),
    'average per region': () => ({ operation: 'average', metric: 'price', group_field: 'region' }),
    'average per city': () => ({ operation: 'average', metric: 'price', group_field: 'city' }),
    sum: () => ({ operation: 'sum', metric: 'price' }),
    distinct: () => ({ operation: 'distinct', metric: 'city' }),
    'distinct, 100,000 values': () => ({ operation: 'distinct', metric: 'id' }),
    min: () => ({ operation: 'min', metric: 'price' }),
    max: () => ({ operation: 'max', metric: 'rating' }),
    'max per city': () => ({ operation: 'max', metric: 'price', group_field: 'city' }),
    compare: () => ({
      operation: 'compare',
      metric: 'price',
      group_field: 'region',
      group_a: 'North',
      group_b: 'South',
    }),
    'compare, counts': () => ({ operation: 'compare', group_a: 'North', group_b: 'South' }),
  }
  const missing = collectionOperations.filter((name) => !Object.values(all).some((given) => given().operation === name))
  if (missing.length > 0) throw new Error(`not measured: ${missing.join(', ')}`)
  return all
}

const structuredQuestions = [
  'How many records are in the North region?',
  'How many records have a price above 1500 and a rating of at least 4?',
  'What are the top 5 records by price in City 17?',
  'What is the average price per region?',
  'Compare the average price of North and South.',
  'Which city has the highest total units?',
  'List the records in City 42 with more than 45 units',
  'What is the price of S-500?',
  'How many records were sold after 2024-10-01?',
  'What did Ann say about the garden?',
]

/** Milliseconds by the clock and of the processor: on a busy machine only the latter are ours. */
function time(rounds, work) {
  for (let round = 0; round < 3; round++) work(round)
  const [ms, processorMs] = [[], []]
  for (let round = 3; round < rounds + 3; round++) {
    const used = process.cpuUsage()
    const start = performance.now()
    work(round)
    ms.push(performance.now() - start)
    const { user, system } = process.cpuUsage(used)
    processorMs.push((user + system) / 1000)
  }
  return { ms, processorMs }
}
