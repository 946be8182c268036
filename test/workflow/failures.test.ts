import { expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { post, readStream, typesOf } from '../support/workflow-client.js'
import { useGatedServer } from '../support/workflow-server.js'

const newFolder = useTemporaryFolders()

test.each([
  ['retrieval', false, 'running', 'RETRIEVAL_ERROR'],
  ['planning', true, 'failed', 'SUBQUERY_ERROR'],
] as const)(
  '[WFL7] [WSS3] a run whose %s fails is a reply all the same, and the stream says why',
  async (_, mayAsk, status, code) => {
    const server = await useGatedServer({ dataDir: newFolder() })
    const question = { user_input: 'Where is the breakwater of Ostende?', ask_clarifications: mayAsk }
    const asked = await post(server.url, 'execute', question)
    expect(asked.status).toBe(201)
    expect(asked.body).toMatchObject({ status, clarification_question: null })
    const { workflow_id, message_id } = asked.body as { workflow_id: string; message_id: string }
    const frames = await readStream(server.url, workflow_id)
    expect(typesOf(frames).filter((type) => type !== 'progress')).toEqual(['error'])
    expect(frames.at(-1)).toMatchObject({ type: 'error', message_id, data: { code } })
    expect(JSON.stringify(frames)).not.toContain('out of order')
    // The next question of the conversation is taken.
    const next = await post(server.url, 'execute', { workflow_id, user_input: 'Where is the harbour of Ostende?' })
    expect([next.status, next.body.status]).toEqual([200, 'running'])
    expect(typesOf(await readStream(server.url, workflow_id)).slice(-2)).toEqual(['memories', 'complete'])
  },
)
