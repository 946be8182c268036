// A client of the workflow in plain JavaScript, over HTTP and WebSocket: ask, be asked back, lose the connection, resume
// where it broke off, tell the answer, cancel. `world-weaver/client` does the same in a few calls.
//
//   npx -y world-weaver@0.1.0 serve   # in another terminal
//   npm install ws
//   node workflow-client.mjs
//
// Another server's address is its argument. Where WebSocket is global (Node.js 22, browsers) it needs neither `ws` nor
// the import. All of it happens in a session of its own, which is forgotten at the end.
import { WebSocket } from 'ws'

const server = process.argv[2] ?? 'http://localhost:8000'
const session_id = 'workflow-example'

/** Every request is JSON. An error of the workflow is `{ code, detail }`, any other `{ error, message }`. */
async function post(path, body) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(server + path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(explain)
  const answer = await response.json()
  if (response.ok) return answer
  throw new Error(`${response.status} ${answer.code ?? answer.error}: ${answer.detail ?? answer.message}`)
}

function explain({ cause }) {
  console.error(`Cannot reach ${server}: ${cause?.message}. Is \`ww serve\` running?`)
  process.exit(1)
}

/**
 * Prints the events of the latest message of a conversation, those after `cursor` if there is one. Resolves with the id of the last event when
 * the server closes the stream, because the run is over, or earlier when `until` says so.
 */
function follow(workflowId, { cursor, until = () => false, onOpen = () => {} } = {}) {
  const query = cursor === undefined ? '?from=latest' : `?cursor=${cursor}`
  const socket = new WebSocket(`${server.replace('http', 'ws')}/workflow/ws/${workflowId}${query}`)
  return new Promise((resolve, reject) => {
    let last = cursor
    socket.addEventListener('open', () => onOpen(socket))
    socket.addEventListener('message', ({ data }) => {
      const event = JSON.parse(data)
      last = event.id
      console.log(`  ${event.id} ${event.type}: ${event.message}`)
      for (const { content } of event.data?.memories ?? []) console.log(`    ${content}`)
      if (!until(event)) return
      // As if the network had failed, without a closing handshake. A browser has only `close()`.
      socket.terminate()
      resolve(last)
    })
    socket.addEventListener('close', ({ code }) => {
      if (code === 1000) resolve(last)
      else reject(new Error(`the stream closed with ${code}`))
    })
    socket.addEventListener('error', ({ message }) => reject(new Error(message)))
  })
}

const isQuestion = ({ type, data }) => type === 'status' && data?.status === 'waiting_for_input'

await post('/tools/remember', { text: 'The best product for hiking is the Alpine boot.', session_id })

console.log('Ask something that cannot be searched for as it is')
const asked = await post('/workflow/execute', { user_input: "What's the best product?", preferences: { session_id } })
const { workflow_id, message_id } = asked
console.log(`  ${asked.status}: ${asked.clarification_question}`)

console.log('Follow it, and lose the connection')
const cursor = await follow(workflow_id, { until: isQuestion })

console.log('Answer the question meanwhile')
const answered = await post('/workflow/execute', { workflow_id, user_input: 'for hiking' })
console.log(`  ${answered.status}, ${answered.message_id === message_id ? 'the same message' : 'another message'}`)

console.log(`Resume after event ${cursor}`)
await follow(workflow_id, { cursor })

console.log('Report what the user was told')
const told = await post('/workflow/ai-answer', { workflow_id, message_id, response: 'The Alpine boot.' })
console.log(`  ${told.message}`)

console.log('Ask again, and cancel')
const next = await post('/workflow/execute', { workflow_id, user_input: "What's the worst product?" })
console.log(`  ${next.status}: ${next.clarification_question}`)
await follow(workflow_id, { onOpen: (socket) => socket.send(JSON.stringify({ command: 'cancel' })) })

const forgotten = await post('/tools/forget', { session_filter: session_id, dry_run: false })
console.log(`Forgot the session: ${forgotten.count} memories`)
