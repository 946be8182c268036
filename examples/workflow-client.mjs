// A client of `ww serve` in plain JavaScript: ask, be asked back, lose the connection, go on where it broke off, tell
// the answer, cancel. Start `ww serve`, then: node examples/workflow-client.mjs [http://127.0.0.1:8000]
//
// Node.js 20 has no WebSocket of its own: `npm install ws`. In a browser leave the import out; the rest is the same but
// for `terminate`, which there is `close`.
import { WebSocket } from 'ws'

const server = process.argv[2] ?? 'http://127.0.0.1:8000'

/** Every request is JSON, every error is `{ detail, code }`. */
async function post(path, body) {
  const response = await fetch(server + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${response.status} ${answer.code}: ${answer.detail}`)
  return answer
}

/**
 * Follows a conversation, from behind `cursor` if there is one. Answers with the id of the last event when `until` says
 * so, or when the server closes because the run is over.
 */
function follow(workflowId, { cursor, until = () => false, onOpen = () => {} } = {}) {
  const query = cursor === undefined ? '' : `?cursor=${cursor}`
  const socket = new WebSocket(`${server.replace('http', 'ws')}/workflow/ws/${workflowId}${query}`)
  return new Promise((resolve, reject) => {
    let last = cursor
    socket.addEventListener('open', () => onOpen(socket))
    socket.addEventListener('message', ({ data }) => {
      const event = JSON.parse(data)
      last = event.id
      console.log(`  ${event.id} ${event.type}: ${event.message}`)
      if (event.type === 'memories') show(event.data)
      if (until(event)) {
        // As if the network had failed: no goodbye.
        socket.terminate()
        resolve(last)
      }
    })
    socket.addEventListener('close', ({ code }) => {
      if (code === 1000) resolve(last)
      else if (code >= 4000) reject(new Error(`the stream was refused: ${code}`))
    })
    socket.addEventListener('error', ({ message }) => reject(new Error(message)))
  })
}

function show({ memories, reasoningbank_hits }) {
  for (const { score, content } of memories) console.log(`    ${score.toFixed(2)} ${content}`)
  for (const { confidence, key_lesson } of reasoningbank_hits) {
    console.log(`    lesson, trusted ${confidence.toFixed(2)}: ${key_lesson}`)
  }
}

const isQuestion = ({ type, data }) => type === 'status' && data?.status === 'waiting_for_input'

console.log('Ask:')
const asked = await post('/workflow/execute', { user_input: "What's the best product?" })
const { workflow_id, message_id } = asked
console.log(`  ${asked.status}: ${asked.clarification_question}`)

console.log('Follow, and lose the connection:')
const cursor = await follow(workflow_id, { until: isQuestion })

console.log('Answer meanwhile:')
const answered = await post('/workflow/execute', { workflow_id, user_input: 'for hiking' })
console.log(`  ${answered.status}, ${answered.message_id === message_id ? 'the same message' : 'another message'}`)

console.log(`Go on behind ${cursor}:`)
await follow(workflow_id, { cursor })

console.log('Tell what the user was told:')
const told = await post('/workflow/ai-answer', { workflow_id, message_id, response: 'The Alpine boot.' })
console.log(`  ${told.message}`)

console.log('Ask again, and cancel:')
const next = await post('/workflow/execute', { workflow_id, user_input: "What's the worst product?" })
console.log(`  ${next.status}: ${next.clarification_question}`)
await follow(workflow_id, { onOpen: (socket) => socket.send(JSON.stringify({ command: 'cancel' })) })
