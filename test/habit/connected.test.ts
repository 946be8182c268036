import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openConnections } from '#ww/app/connect/open-connections.js'
import { makeInert } from '#ww/memory/trust/inert-text.js'
import { bareEnvironment, main } from '../cli/ww.js'
import { snapshot } from '../clients/home.js'
import { newMemories } from '../support/memories.js'
import { useMinds } from '../support/minds.js'
import { harbor, history } from './history.js'
import { silent, telling } from './prompts.js'

const minds = useMinds()

/** As Claude Code runs a hook of its settings; `--wait`, since a test must not depend on how busy the machine is. */
function runHook(home: string, dataDir: string, event: string, told: object): Promise<string> {
  const settings = JSON.parse(readFileSync(join(home, '.claude', 'settings.json'), 'utf8'))
  const command = `${settings.hooks[event][0].hooks[0].command} --wait`
  return new Promise((resolve, reject) => {
    const env = { ...bareEnvironment(home), WW_DATA_DIR: dataDir, WW_PROJECT: harbor }
    const child = spawn(command, { shell: true, env, stdio: ['pipe', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      said += part
    })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(said) : reject(new Error(`${event} ended with ${code}`))))
    child.stdin.end(JSON.stringify({ hook_event_name: event, cwd: home, ...told }))
  })
}

describe('[HOK10] connected, in a home of its own', () => {
  let home: string
  let dataDir: string
  beforeAll(async () => {
    home = minds.newFolder()
    dataDir = await minds.folderWith(await newMemories(history.map(({ name: _, ...memory }) => memory)))
  })

  test('[HOK2] 30 of 30 prompts that have a memory bring it, 30 of 30 that have none bring nothing', {
    timeout: 300_000,
  }, async () => {
    const before = snapshot(home)
    const connections = openConnections({
      dataDir,
      machine: { platform: process.platform, home, env: {} },
      installation: { node: process.execPath, program: main, version: '1.2.3' },
    })
    await connections.connect(['claude-code'], {})
    const server = spawn(process.execPath, [main, 'serve', '--port', '0'], {
      env: { ...bareEnvironment(home), WW_DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await new Promise((resolve) => server.stdout.once('data', resolve))
      const ask = (prompt: string) =>
        runHook(home, dataDir, 'UserPromptSubmit', { session_id: crypto.randomUUID(), prompt })
      // HOK7: a placeholder such as `<area>` parses as a markup element.
      const texts = new Map(history.map(({ name, text }) => [name, text === undefined ? text : makeInert(text)]))
      const missed: string[] = []
      for (const [prompt, name] of telling)
        if (!(await ask(prompt)).includes(JSON.stringify(texts.get(name)).slice(1, -1))) missed.push(prompt)
      const noise: string[] = []
      for (const prompt of silent) if ((await ask(prompt)) !== '') noise.push(prompt)
      expect({ missed, noise }).toEqual({ missed: [], noise: [] })
    } finally {
      server.kill()
    }
    await connections.disconnect(['claude-code'], {})
    expect(snapshot(home)).toEqual(before)
  })
})
