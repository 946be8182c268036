import { once } from 'node:events'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { startWorkflowServer } from '../support/workflow-server.js'

describe('a client that offers another protocol', () => {
  const newFolder = useTemporaryFolders()

  test('[WFL2] HTTP/2 instead: is answered as if it had not, as often as it asks', async () => {
    const server = await startWorkflowServer({ dataDir: newFolder() })
    onTestFinished(() => server.crash())
    for (let time = 0; time < 2; time++) {
      const body = JSON.stringify({ user_input: 'Where is the harbour?', ask_clarifications: false })
      const asking = request(`${server.url}/workflow/execute`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
          Connection: 'Upgrade, HTTP2-Settings',
          Upgrade: 'h2c',
          'HTTP2-Settings': 'AAEAAEAAAAIAAAAB',
        },
      })
      asking.end(body)
      const [response] = await once(asking, 'response')
      expect(response.statusCode).toBe(201)
      expect(JSON.parse(await text(response))).toMatchObject({ status: 'running' })
    }
  })
})
