import { randomUUID } from 'node:crypto'
import { openSqliteStore } from '#ww/adapters/sqlite/sqlite-memory-store.js'
import { databasePath } from '#ww/app/configuration/data-dir.js'
import { execute, startWorkflow } from '#ww/memory/workflow/machine/execute.js'
import type { Conversation, Outcome, Step } from '#ww/memory/workflow/machine/step.js'
import { complete } from '#ww/memory/workflow/machine/work.js'
import type { RetrievedMemory } from '#ww/memory/workflow/retrieval/retrieved-memory.js'
import { aNewMemory } from './memories.js'

/** Stores a conversation of so many finished runs, each with an output of so many characters; its id. */
export async function storeConversation(dataDir: string, runs: number, characters: number): Promise<string> {
  const workflowId = randomUUID()
  const asked = { userInput: 'What is long?', mayAskBack: false, preferences: {} }
  const now = Date.now()
  const lease = { holder: 'writer', until: now + 60_000 }
  const memory: RetrievedMemory = {
    id: 'ep-01900000-0000-7000-8000-000000000000',
    content: 'long '.repeat(characters / 5),
    type: 'episode',
    score: 1,
    tags: [],
    created_at: new Date(now).toISOString(),
    updated_at: new Date(now).toISOString(),
    session_id: 'default',
    subqueries_matched: [asked.userInput],
    relations: [],
  }
  const store = openSqliteStore({ path: databasePath({ dataDir }), threads: 'inline' })
  // What nobody knows would not be written as found.
  await store.commit({ at: now, add: [await aNewMemory({ id: memory.id })] })
  let last: Conversation | undefined
  for (let run = 0; run < runs; run++) {
    const ids = { workflowId, messageId: randomUUID() }
    const begun: Step =
      last === undefined
        ? startWorkflow(asked, ids, lease, now)
        : stepOf(execute(last, asked, ids.messageId, lease, now))
    last = stepOf(complete(begun, lease.holder, { memories: [memory], reasoningbank_hits: [] }, now))
    await store.commit({ at: now, steps: [begun] })
    await store.commit({ at: now, steps: [last as Step] })
  }
  await store.close()
  return workflowId
}

function stepOf(outcome: Outcome): Step {
  if (outcome.kind === 'refusal') throw new Error(outcome.code)
  return outcome
}
