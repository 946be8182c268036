import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { startWorkflowServer } from '../support/workflow-server.js'

const newFolder = useTemporaryFolders()

test('[WSS2] [WSS5] the example asks, is asked, answers, drops the connection, resumes by cursor and cancels', async () => {
  const server = await startWorkflowServer({ dataDir: newFolder() })
  onTestFinished(async () => void (await server.stop()))
  const { workflow_id, message_id } = await post(server.url, '/workflow/execute', {
    user_input: 'Remember that the best product for hiking is the Alpine boot.',
  })
  await post(server.url, '/workflow/ai-answer', { workflow_id, message_id, response: 'Noted.' })
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['examples/workflow-client.mjs', server.url])
  expect(stderr).toBe('')
  const lines = stdout.trimEnd().split('\n')
  expect(lines.map((line) => line.replace(/^ {4}\d\.\d\d/, '    <score>'))).toEqual([
    'Ask:',
    '  waiting_for_input: By what should I judge "best product", and for which purpose, place or time?',
    'Follow, and lose the connection:',
    '  1 progress: Reading the question',
    '  2 status: By what should I judge "best product", and for which purpose, place or time?',
    'Answer meanwhile:',
    '  running, the same message',
    'Go on behind 2:',
    '  3 progress: Reading the answer',
    '  4 progress: Searching memory',
    '  5 memories: Memories retrieved',
    '    <score> User: Remember that the best product for hiking is the Alpine boot.',
    'Assistant: Noted.',
    '  6 complete: Workflow finished',
    'Tell what the user was told:',
    '  AI answer recorded',
    'Ask again, and cancel:',
    '  waiting_for_input: By what should I judge "worst product", and for which purpose, place or time?',
    '  7 progress: Reading the question',
    '  8 status: By what should I judge "worst product", and for which purpose, place or time?',
    '  9 status: Workflow cancelled',
  ])
})

async function post(url: string, path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as { readonly workflow_id: string; readonly message_id: string }
}
