import { WebSocket } from 'ws'
import { storeLongConversation } from './long-conversation.mjs'

const execute = (url, body) => post(url, 'execute', body)

/** What the user was told: with that the question becomes an episode. */
export const tellAnswer = (url, body) => post(url, 'ai-answer', body)

async function post(url, path, body) {
  const response = await fetch(`${url}/workflow/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.json()
}

function openSocket(url, workflowId, query = '') {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/workflow/ws/${workflowId}${query}`)
  const frames = []
  socket.on('message', (text) => {
    const { id, type } = JSON.parse(text)
    frames.push({ id, type, at: performance.now() })
  })
  const closed = new Promise((resolve, reject) => {
    socket.once('close', resolve)
    socket.once('error', reject)
  })
  const opened = new Promise((resolve) => socket.once('open', resolve))
  return { socket, frames, opened, closed }
}

/** Ids count up without holes, and the last two say how it ended. */
function countLost(frames, code, ending) {
  const holes = frames.filter(({ id }, at) => id !== at + 1).length
  const isEnded = code === 1000 && frames.slice(-ending.length).every(({ type }, at) => type === ending[at])
  return holes + (isEnded ? 0 : 1)
}

/** One question, followed to its end. */
export async function askAndFollow(url, question, preferences = {}) {
  const start = performance.now()
  const asked = { user_input: question, ask_clarifications: false, preferences }
  const { workflow_id, message_id } = await execute(url, asked)
  const toReply = performance.now() - start
  const { frames, closed } = openSocket(url, workflow_id)
  const lost = countLost(frames, await closed, ['memories', 'complete'])
  const toMemories = (frames.find(({ type }) => type === 'memories')?.at ?? Number.NaN) - start
  return { workflow_id, message_id, toReply, toMemories, lost }
}

/** A socket on a question that waits, until it is called off. */
export async function openIdle(url) {
  const { workflow_id } = await execute(url, { user_input: "What's the best product?" })
  const { socket, frames, opened, closed } = openSocket(url, workflow_id)
  await opened
  return {
    async end() {
      socket.send(JSON.stringify({ command: 'cancel' }))
      return countLost(frames, await closed, ['status'])
    },
  }
}

/** A reader of a long conversation who stops after its first frame. */
export async function openStopped(url, folder) {
  const { socket, opened } = openSocket(url, await storeLongConversation(folder), '?cursor=0')
  await opened
  await new Promise((resolve) => socket.once('message', resolve))
  socket.pause()
  return { socket }
}
