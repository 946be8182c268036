import { beforeAll, describe, expect, test } from 'vitest'
import { hours, minutes, newMemories, start } from '../support/memories.js'
import { type Mind, useMinds } from '../support/minds.js'
import { createRandom } from '../support/random.js'

const diary = [
  'Anna adopted a grey cat called Momo from the shelter.',
  'The staging database moved to port 5433 on Friday.',
  'Ben is allergic to peanuts.',
  'We decided to write the importer in Rust.',
  'The quarterly report is due on 15 April.',
  'Carla broke her ankle while skiing in Davos.',
  'The office plants are watered on Mondays by Deniz.',
  'Our customer Borealis wants invoices as PDF.',
  'The login bug came from an expired certificate.',
  'Emil plays the cello in an orchestra.',
].map((text, i) => ({ text, happenedAt: start + minutes(i), session: `day-${i}` }))

/** A team's working days: much is said, and all of it about a few things. */
function workingDays(count: number) {
  const random = createRandom(23)
  const people = ['Farah', 'Hanna', 'Ivo', 'Jonas', 'Kim', 'Lena']
  const did = ['reviewed', 'deployed', 'rewrote', 'tested', 'documented', 'rolled back', 'measured', 'refactored']
  const parts = [
    'payment service',
    'search index',
    'login page',
    'mobile app',
    'build pipeline',
    'message queue',
    'API',
  ]
  const results = [
    'it is faster now',
    'two tests failed',
    'the customer agreed',
    'the logs look clean',
    'more work is needed',
  ]
  return Array.from({ length: count }, (_, i) => ({
    text: `${random.pick(people)} ${random.pick(did)} the ${random.pick(parts)}; ${random.pick(results)}.`,
    happenedAt: start - hours(8 * Math.floor(i / 20)) + minutes(i % 20),
    session: 'work',
  }))
}

const answerable = [
  'What is the name of Anna’s cat?',
  'Which port does the staging database use?',
  'Is Ben allergic to peanuts?',
  'When is the quarterly report due?',
  'How did Carla break her ankle?',
  'Why did the login bug happen? Was a certificate expired?',
]
const neverTold = [
  'Which dentist does Goran recommend in Lisbon?',
  'How many kilometres is the marathon in Boston?',
  'What did the landlord say about the broken elevator?',
  'Which vaccine did the veterinarian inject into the horse?',
  'Who won the chess tournament in Reykjavik?',
]

describe.each([
  ['ten memories', 0],
  ['2,500 memories', 2_490],
])('on a store of %s', (_, others) => {
  const minds = useMinds()
  let mind: Mind
  beforeAll(async () => {
    const memories = await newMemories([...workingDays(others), ...diary])
    mind = minds.open({ dataDir: await minds.folderWith(memories) })
  })

  test.each(answerable)('[REC14] something is known on: %s', async (query) => {
    expect((await mind.call('recall', { query })).nothing_relevant).toBe(false)
    expect((await mind.call('recall_episodes', { query })).nothing_relevant).toBe(false)
  })

  test.each(neverTold)('[REC14] nothing was ever told on: %s', async (query) => {
    const { nothing_relevant, total } = await mind.call('recall', { query, min_relevance: 0 })
    expect(nothing_relevant).toBe(true)
    // Every memory that passes the filters is still a match.
    expect(total).toBe(others + diary.length)
    expect((await mind.call('query_at_time', { query, point_in_time: '2026-02-01' })).nothing_relevant).toBe(true)
  })

  test('[REC14] min_relevance drops what is below, 0 drops nothing', async () => {
    const query = answerable[0]!
    const all = await mind.call('recall', { query, limit: 100, min_relevance: 0 })
    expect(all).toMatchObject({ count: Math.min(100, others + diary.length), total: others + diary.length })
    const few = await mind.call('recall', { query, limit: 100, min_relevance: 0.5 })
    expect(few.memories).toEqual(all.memories.filter(({ relevance }) => relevance >= 0.5))
    // REC20: unless it is given, it is the bound of filler.
    const usual = await mind.call('recall', { query, limit: 100 })
    expect(usual.memories).toEqual(all.memories.filter(({ relevance }) => relevance >= 0.05))
    expect(usual.total + usual.left_out!).toBe(all.total)
  })
})

describe('on an empty store', () => {
  const minds = useMinds()

  test('[REC14] nothing was ever told', async () => {
    const { nothing_relevant, total, has_more } = await minds.open().call('recall', { query: answerable[0]! })
    expect({ nothing_relevant, total, has_more }).toEqual({ nothing_relevant: true, total: 0, has_more: false })
  })
})
