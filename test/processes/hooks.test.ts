import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { serve } from '#ww/app/server/serve.js'
import { askRunning } from '#ww/surfaces/hooks/ask-running.js'
import { useMinds } from '../support/minds.js'
import { startRawServer } from '../support/raw-server.js'

const minds = useMinds()

const occasion = (prompt: string) => ({ hook: 'prompt', prompt, scope: { project: 'tests' }, except: [] }) as const

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20))
}

describe('[HOK8] hooks and running processes', () => {
  test('[HOK8] ww mcp answers them, to this user only, and takes its socket along', async () => {
    const dataDir = minds.newFolder()
    const habit = join(dataDir, 'habit')
    const server = startRawServer({ dataDir })
    await server.initialize()
    await server.callTool('remember', { text: 'The staging database listens on port 5433.' })
    const socket = join(habit, `${server.process.pid}.sock`)
    await until(() => existsSync(socket))
    expect([statSync(habit).mode & 0o777, statSync(socket).mode & 0o777]).toEqual([0o700, 0o600])

    const { spoken } = (await askRunning(habit, occasion('which port does the staging database use?')))!
    expect(spoken?.text).toContain('port 5433')
    expect(await askRunning(habit, occasion('fix the tests'))).toEqual({ isHelpers: false })

    server.process.stdin.end()
    await server.exit
    expect(await askRunning(habit, occasion('which port does the staging database use?'))).toBeUndefined()
    expect(existsSync(socket)).toBe(false)
  })

  test('[HOK8] COM10: however many ask, none is refused', async () => {
    const dataDir = minds.newFolder()
    const mind = minds.open({ dataDir, project: 'tests' })
    await mind.call('remember', { text: 'The staging database listens on port 5433.' })
    const configuration = { host: '127.0.0.1', port: 0 }
    const { readConfiguration } = await import('#ww/app/configuration/configuration.js')
    const settings = readConfiguration({ WW_DATA_DIR: dataDir, WW_RATE_LIMIT: '1' }, dataDir, 'linux', dataDir)
    const server = await serve(settings, configuration)
    const ask = () => askRunning(join(dataDir, 'habit'), occasion('which port does the staging database use?'))
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    expect(answers.filter((answer) => answer?.spoken?.text.includes('5433'))).toHaveLength(20)
    await server.close()
    expect(readdirSync(join(dataDir, 'habit')).filter((name) => name.endsWith('.sock'))).toEqual([])
  })

  test('[HOK8] a path too long for a socket is no obstacle', async () => {
    const dataDir = join(minds.newFolder(), 'x'.repeat(120))
    mkdirSync(dataDir)
    const server = startRawServer({ dataDir })
    await server.initialize()
    await server.callTool('remember', { text: 'The staging database listens on port 5433.' })
    const note = join(dataDir, 'habit', `${server.process.pid}.sock`)
    await until(() => existsSync(note))
    const answer = await askRunning(join(dataDir, 'habit'), occasion('which port does the staging database use?'))
    expect(answer?.spoken?.text).toContain('5433')
    server.process.stdin.end()
    await server.exit
    // A process that is killed because closing takes too long leaves its note; who looks for one next removes it.
    expect(
      await askRunning(join(dataDir, 'habit'), occasion('which port does the staging database use?')),
    ).toBeUndefined()
    expect(existsSync(note)).toBe(false)
  })
})
