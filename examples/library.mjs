// A memory inside a program of your own: no server, no agent, no language model. A shop learns a fact, builds on it,
// and later learns better. The memory tells what holds now, what was known then, and what has to be reviewed.
//
//   npm install world-weaver
//   node library.mjs
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorldWeaver, WorldWeaverError } from 'world-weaver'

// A memory for this example alone. Without `dataDir` it is your own, the one that `ww` and your agents use.
const dataDir = await mkdtemp(join(tmpdir(), 'world-weaver-'))

// A clock that the program turns, so that four months pass in a second. Leave it out to use the computer's.
let today = '2026-03-02'
const memory = openWorldWeaver({ dataDir, project: 'shop', clock: { now: () => Date.parse(today) } })

try {
  console.log(`${today}  We learn a limit, and build on it.`)
  const limit = await memory.call('create_entity', {
    name: 'Payment limit',
    entity_type: 'FACT',
    summary: 'The payment provider allows 10 requests per second.',
  })
  await memory.call('create_entity', {
    name: 'Checkout queue',
    entity_type: 'FACT',
    summary: 'Checkout puts payments in a queue and sends 10 of them per second.',
    derived_from: [limit.id],
  })

  today = '2026-06-15'
  console.log(`${today}  The limit changes.`)
  const corrected = await memory.call('correct', {
    id: limit.id,
    text: 'The payment provider allows 50 requests per second.',
    reason: 'new contract',
  })
  console.log(`  Derived from the old limit, and flagged for review: ${corrected.review_ids.length}`)

  today = '2026-07-01'
  console.log(`${today}  What is the limit, and how was that found?`)
  const query = 'How many requests per second does the payment provider allow?'
  const now = await memory.call('recall', { query, explain: true })
  const [{ content, explanation }] = now.memories
  console.log(`  ${content}`)
  for (const { name, contribution } of explanation.parts) console.log(`    ${contribution.toFixed(2)} ${name}`)
  console.log(`    ${explanation.score.toFixed(2)} is the sum, a relevance of ${explanation.relevance.toFixed(2)}`)

  console.log(`${today}  What did we know in April?`)
  const then = await memory.call('query_at_time', { query, point_in_time: '2026-04-01', include: ['entities'] })
  console.log(`  ${then.entities[0].content}`)

  console.log(`${today}  Does the queue still make sense?`)
  const found = await memory.call('recall', { query: 'How does checkout send payments?' })
  const [queue] = found.memories
  console.log(`  ${queue.content}`)
  if (queue.needs_review) console.log('  To be reviewed: what it was derived from has changed.')

  console.log(`${today}  Who may approve a refund?`)
  const refund = await memory.call('recall', { query: 'Who may approve a refund?' })
  console.log(refund.nothing_relevant ? '  Nothing is known about that.' : `  ${refund.memories[0].content}`)
} catch (error) {
  // Whatever the memory refuses is of this type. `code` is for programs; `field` names the input to correct, if it is one.
  if (!(error instanceof WorldWeaverError)) throw error
  console.error(`${error.code}: ${error.message}`)
  process.exitCode = 1
} finally {
  await memory.close()
  await rm(dataDir, { recursive: true })
}
