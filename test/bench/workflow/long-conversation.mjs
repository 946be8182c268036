import { randomUUID } from 'node:crypto'
import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import { databasePath } from '#ww/app/configuration/data-dir.js'
import { execute, startWorkflow } from '#ww/memory/workflow/machine/execute.js'
import { complete } from '#ww/memory/workflow/machine/work.js'

const [runs, characters] = [100, 80_000]
let stored

/** A conversation of several megabytes; one for all that ask. */
export function storeLongConversation(dataDir) {
  stored ??= store(dataDir)
  return stored
}

async function store(dataDir) {
  const workflowId = randomUUID()
  const asked = { userInput: 'What is long?', mayAskBack: false, preferences: {} }
  const now = Date.now()
  const lease = { holder: 'bench', until: now + 60_000 }
  const writer = openSqliteStore({ path: databasePath({ dataDir }), threads: 'inline' })
  // What nobody knows would not be written as found.
  const { memories: known } = await writer.query({}, { offset: 0, limit: 1 })
  const memory = { id: known[0].id, content: 'x'.repeat(characters), subqueries_matched: [], relations: [] }
  let last
  for (let run = 0; run < runs; run++) {
    const ids = { workflowId, messageId: randomUUID() }
    const begun =
      last === undefined ? startWorkflow(asked, ids, lease, now) : execute(last, asked, ids.messageId, lease, now)
    last = complete(begun, lease.holder, { memories: [memory], reasoningbank_hits: [] }, now)
    await writer.commit({ at: now, steps: [begun] })
    await writer.commit({ at: now, steps: [last] })
  }
  await writer.close()
  return workflowId
}
