import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { execute } from '../support/workflow-client.js'
import { useGatedServer } from '../support/workflow-server.js'

const newFolder = useTemporaryFolders()

const asking = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

test('[COM8] a server that is told to stop finishes a call, and refuses the next one in the shape of its door', async () => {
  const server = await useGatedServer({ dataDir: newFolder() })
  // Holds the server for as long as the gate is shut.
  await execute(server.url, { user_input: 'What does holdfast mean?', ask_clarifications: false })
  const isListening = () =>
    fetch(`${server.url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    )
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  let received = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    received += part
  })
  socket.write(asking('/tools/recall', '{"query":"What does holdfast mean?"}'))
  // What was sent first has been read when what was sent later is answered.
  expect(await isListening()).toBe(true)
  const stopped = server.stop()
  await expect.poll(isListening, { timeout: 60_000 }).toBe(false)
  socket.write(asking('/tools/memory_stats', '{}'))
  await server.release()
  await once(socket, 'close')
  await stopped
  const answers = received.split('HTTP/1.1 ').slice(1)
  expect(answers.map((answer) => answer.slice(0, 3)).slice(0, 2)).toEqual(['200', '503'])
  expect(answers[1]).toMatch(/^Retry-After: 1\r?$/im)
  const [body = ''] = /\{.*\}/.exec(answers[1]!) ?? []
  expect(JSON.parse(body)).toStrictEqual({ error: 'timeout', message: expect.stringMatching(/shutting down/) })
})
