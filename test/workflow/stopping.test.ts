import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runProgram } from '../cli/ww.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { execute, openStream, post, readStream, typesOf } from '../support/workflow-client.js'
import { useGatedServer, useWorkflowServer } from '../support/workflow-server.js'

const held = { user_input: 'What does holdfast mean?', ask_clarifications: false }

describe('a server that is told to stop', () => {
  const newFolder = useTemporaryFolders()

  test('[WFL6] finishes what it works on, tells it, and then ends', async () => {
    const dataDir = newFolder()
    const server = await useGatedServer({ dataDir })
    const { workflow_id } = await execute(server.url, held)
    const stream = openStream(server.url, workflow_id)
    await stream.opened
    const stopped = server.stop()
    // It takes nothing new while it finishes.
    await expect
      .poll(() =>
        post(server.url, 'execute', held).then(
          ({ status }) => (status === 503 ? 'refused' : 'taken'),
          () => 'refused',
        ),
      )
      .toBe('refused')
    await server.release()
    expect(await stream.closed).toBe(1000)
    expect(typesOf(stream.frames).slice(-2)).toEqual(['memories', 'complete'])
    expect(await stopped).toBe(0)
  })

  test('[WFL6] hands over what does not end in time: the run has failed, and nobody waits for a lease', async () => {
    const dataDir = newFolder()
    const server = await useGatedServer({ dataDir, parts: { graceMs: 300 } })
    const running = await execute(server.url, held)
    const planning = post(server.url, 'execute', { user_input: 'What does holdfast mean?' }).catch(() => undefined)
    const stream = openStream(server.url, running.workflow_id)
    await stream.opened
    expect(await server.stop()).toBe(0)
    expect(await stream.closed).toBe(1000)
    expect(stream.frames.at(-1)).toMatchObject({ type: 'error', data: { code: 'SERVER_RESTART' } })
    await planning
    const next = await useWorkflowServer({ dataDir })
    const { workflow_id } = running
    expect((await readStream(next.url, workflow_id)).at(-1)).toEqual(stream.frames.at(-1))
    expect((await execute(next.url, { ...held, workflow_id })).status).toBe('running')
  })

  test('[WSS5] [WFL6] a socket on a question that waits is told to go elsewhere; the question stays', async () => {
    const dataDir = newFolder()
    const server = await useWorkflowServer({ dataDir })
    const { workflow_id } = await execute(server.url, { user_input: "What's the best product?" })
    const stream = openStream(server.url, workflow_id)
    const waiting = await stream.until(({ type }) => type === 'status')
    expect(await server.stop()).toBe(0)
    expect(await stream.closed).toBe(1001)
    const next = await useWorkflowServer({ dataDir })
    const resumed = openStream(next.url, workflow_id, `?cursor=${waiting.id}`)
    await resumed.opened
    await execute(next.url, { workflow_id, user_input: 'For kelp', ask_clarifications: false })
    expect(await resumed.closed).toBe(1000)
    expect(resumed.frames[0]?.id).toBe(waiting.id + 1)
  })

  test.each([
    ['serve', '--port', '0'],
    ['ask', 'Where is the harbour?'],
  ])('[COM8] %s with a database that is none says so in a line, and the exit code is 1', async (...words) => {
    const folder = newFolder()
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data', 'world-weaver.db'), 'This is no database. '.repeat(1_000))
    const { code, stdout, stderr } = await runProgram(folder, words)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('file is not a database')
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  test('[COM8] a port that is in use is a clear error, and the exit code is 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const { code, stdout, stderr } = await runProgram(newFolder(), ['serve', '--port', String(port)])
    taken.close()
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain(`port ${port} is in use`)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})
