import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { readSchema } from '#ww/adapters/sqlite/maintain/read-schema.js'
import { createSurface } from '#ww/app/cli/start-command-line.js'
import { version } from '#ww/app/configuration/version.js'
import { openConnections } from '#ww/app/connect/open-connections.js'
import { runCommandLine } from '#ww/surfaces/cli/command-line.js'
import { bareEnvironment, main, run } from '../cli/ww.js'
import { databaseIn } from '../support/database.js'
import { useServer } from '../support/server.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { newestSchema, placeFixture } from '../upgrade/fixtures.js'

const newFolder = useTemporaryFolders()
const older = 4
const warning =
  'World Weaver 1.2.3 has to upgrade the file of your memories first, and makes a backup of it. Afterwards these clients cannot open them any more, because they start another version: Cursor (0.0.9). To move them to this version: ww upgrade'

/** Somebody whose Cursor starts a version from before, and whose memories are as old. */
async function newHome(clientVersion = '0.0.9', of?: string) {
  const home = newFolder()
  const package_ = join(home, 'older')
  mkdirSync(join(package_, 'dist', 'app'), { recursive: true })
  writeFileSync(join(package_, 'package.json'), JSON.stringify({ name: 'world-weaver', version: clientVersion }))
  const program = join(package_, 'dist', 'app', 'main.js')
  writeFileSync(program, '')
  const dataDir = join(home, 'data')
  const machine = { platform: process.platform, home, env: bareEnvironment(home) }
  const installation = { node: process.execPath, program, version: clientVersion }
  await openConnections({ dataDir: of ?? dataDir, isChosen: true, machine, installation }).connect(['cursor'], {})
  placeFixture(older, dataDir)
  return { home, dataDir, schema: () => readSchema(databaseIn(dataDir)) }
}

/** Its line is cleared at the end. */
const withoutProgress = (text: string): string => stripVTControlCharacters(text).replaceAll('\r', '')

const asTerminal = () => Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY: true, columns: 200 })

async function inTerminal(home: string, typed: string, command = 'stats') {
  const [stdin, stdout, stderr] = [asTerminal(), asTerminal(), asTerminal()]
  stdin.write(typed)
  const surface = createSurface({
    name: 'ww',
    env: { ...bareEnvironment(home), NO_COLOR: '1', WW_DATA_DIR: join(home, 'data') },
    cwd: () => home,
    home: () => home,
    installation: { node: process.execPath, program: main, version },
    ...{ stdin, stdout, stderr },
  })
  const code = await runCommandLine([command], surface)
  return { code, told: withoutProgress(String(stderr.read() ?? '')).replaceAll(version, '1.2.3') }
}

describe('[CNN10] before the file is upgraded', () => {
  test('[CNN10] a person is asked, and nothing happens without a yes', async () => {
    const { home, schema } = await newHome()
    const question = `${warning}\nUpgrade now? Type "yes", or anything else to stop.\n> `
    expect(await inTerminal(home, 'no\n')).toEqual({ code: 1, told: `${question}ww: Nothing was changed.\n` })
    expect(schema()).toBe(older)
    expect(await inTerminal(home, 'yes\n')).toEqual({ code: 0, told: question })
    expect(schema()).toBe(newestSchema)
    // Afterwards there is nothing to ask.
    expect(await inTerminal(home, '')).toEqual({ code: 0, told: '' })
  })

  test('[CNN10] elsewhere a command writes a line and goes on', async () => {
    const { home, schema } = await newHome()
    const { code, stderr } = await run(home, ['stats'])
    expect({ code, stderr: stderr.replaceAll(version, '1.2.3') }).toEqual({ code: 0, stderr: `${warning}\n` })
    expect(schema()).toBe(newestSchema)
  })

  test('[CNN10] ww migrate asks as well', async () => {
    const { home, schema } = await newHome()
    expect(await inTerminal(home, 'no\n', 'migrate')).toMatchObject({ code: 1, told: expect.stringContaining(warning) })
    expect(schema()).toBe(older)
    expect((await run(home, ['migrate'])).stderr.replaceAll(version, '1.2.3')).toBe(`${warning}\n`)
    expect(schema()).toBe(newestSchema)
  })

  test('[CNN10] ww serve writes a line before it opens anything', async () => {
    const { home, dataDir } = await newHome()
    const env = { ...bareEnvironment(home), WW_DATA_DIR: dataDir, WW_LOG_LEVEL: 'error' }
    const served = spawn(process.execPath, [main, 'serve', '--port', '0'], { env, cwd: home })
    let told = ''
    served.stderr.setEncoding('utf8').on('data', (text: string) => {
      told += text
    })
    await new Promise((resolve) => served.stdout.once('data', resolve))
    served.kill('SIGTERM')
    await new Promise((resolve) => served.once('close', resolve))
    expect(told.replaceAll(version, '1.2.3')).toContain(warning)
  })

  test('[CNN10] nobody is told where every client starts this version, or has other memories', async () => {
    for (const { home } of [await newHome(version), await newHome('0.0.9', newFolder())])
      expect((await run(home, ['stats'])).stderr).toBe('')
  })

  test('[CNN10] a server logs it', async () => {
    const { home, dataDir } = await newHome()
    const server = await useServer({ dataDir, env: { HOME: home, WW_LOG_LEVEL: 'warn' } })
    await server.ask('memory_stats')
    expect(server.log()).toContain('cannot open them any more')
    expect(readFileSync(join(home, '.cursor', 'mcp.json'), 'utf8')).toContain('older')
  })
})
