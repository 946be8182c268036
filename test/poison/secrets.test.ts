import { readdirSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { beforeAll, describe, expect, test } from 'vitest'
import { runCommand } from '../faults/command.js'
import { noise, overwrite, pageBytes, sizeOf } from '../faults/spoil.js'
import { databaseIn } from '../support/database.js'
import { startLibraryProcess } from '../support/other-process.js'
import { plantSecrets } from '../support/planted-secrets.js'
import { createRandom } from '../support/random.js'
import { bodyOf, useRawServer } from '../support/raw-server.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { isNightly } from '../support/tier.js'
import { useWorkflowServer } from '../support/workflow-server.js'

const newFolder = useTemporaryFolders()
const planted = plantSecrets(createRandom(97))
const parts = planted.flatMap((each) => each.parts)
/** One of each shape: a key, a private key, a token, a password in an address. */
const few = ['aws-access-key-id', 'private-key', 'github-token', 'url-password', 'password'].map(
  (kind) => planted.find((each) => each.kind === kind)!,
)
/** As whoever starts it without a word about logs. */
const usual = { WW_LOG_LEVEL: '', WW_TOOLSETS: 'all' }

/** Which of the secrets are in what somebody else may read. */
const leaksIn = (text: string): string[] => parts.filter((part) => text.includes(part))

let dataDir: string
beforeAll(async () => {
  dataDir = newFolder()
  const mind = await startLibraryProcess(dataDir)
  for (const { text } of planted) await mind.ask('remember', { text, tags: ['deploying'] })
  await mind.close()
  expect(mind.log()).toBe('')
})

let entities = 0
/** Calls that go well, and calls in which something else is wrong. */
const calls = (secret: string): readonly (readonly [string, Readonly<Record<string, unknown>>])[] => [
  ['remember', { text: secret, tags: [secret.slice(0, 100)] }],
  ['create_episode', { content: secret, context: { [secret.slice(0, 100)]: secret }, outcome: 'failure' }],
  ['create_entity', { name: `Deploying ${++entities}`, entity_type: 'TOOL', summary: secret, details: secret }],
  ['create_skill', { trajectory: [{ action: secret }], outcome_score: 0.9, domain: 'coding' }],
  ['gwt_store', { content: secret }],
  ['gwt_set_goal', { description: secret.slice(0, 200) }],
  ['gwt_import_memory', { jsonl: `${JSON.stringify({ content: secret })}\n{"content": ${secret}` }],
  ['gwt_attend', { question: secret.slice(0, 500) }],
  ['recall', { query: secret, explain: true }],
]
const badCalls = (secret: string): readonly (readonly [string, Readonly<Record<string, unknown>>])[] => [
  ['remember', { text: `${secret}\0` }],
  ['remember', { text: secret, importance: 7 }],
  ['remember', { text: secret, happened_at: secret }],
  ['create_episode', { content: secret, outcome: secret }],
  ['create_entity', { name: secret, entity_type: secret, summary: secret }],
  ['recall', { query: secret, limit: -1 }],
  ['recall', { query: secret, since: secret }],
  ['query_at_time', { query: secret, point_in_time: secret }],
  ['get_memory', { id: secret }],
  ['forget', { ids: [secret], dry_run: false }],
  ['gwt_store', { content: secret, memory_type: secret }],
]

describe('secrets in memories', { timeout: 180_000 }, () => {
  test('[COM4] are there, byte for byte: what is looked for below can be found', async () => {
    const { stdout } = await runCommand(['export', '--project', '*'], { dataDir })
    expect(new Set(leaksIn(stdout))).toEqual(new Set(parts))
  })

  test('[COM8] ww mcp neither logs them nor repeats them in an error', async () => {
    const server = useRawServer({ dataDir, env: usual })
    await server.initialize()
    for (const { text } of few) {
      for (const [name, input] of calls(text)) {
        const { result } = await server.callTool(name, input)
        expect([name, result?.isError ?? false]).toEqual([name, false])
      }
      for (const [name, input] of badCalls(text)) {
        const answer = await server.callTool(name, input)
        expect([name, bodyOf(answer).error]).toEqual([name, expect.any(String)])
        expect([name, leaksIn(JSON.stringify(answer))]).toEqual([name, []])
      }
      const unknown = await server.callTool('nothing', { text })
      expect(leaksIn(JSON.stringify(unknown))).toEqual([])
      server.write(`{"jsonrpc": "2.0", "id": 1, ${JSON.stringify(text)}\n`)
      expect(leaksIn(JSON.stringify(await server.refusal()))).toEqual([])
    }
    server.process.stdin.end()
    await server.exit
    expect(leaksIn(server.log())).toEqual([])
  })

  test('[COM8] ww serve neither logs, counts nor tells them, but to whoever asks for the memory', async () => {
    const server = await useWorkflowServer({ dataDir, env: usual })
    const headers = { 'content-type': 'application/json', 'x-project': 'tests' }
    const post = async (path: string, input: unknown) =>
      (await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(input) })).text()
    for (const { text } of few) {
      for (const [name, input] of calls(text)) await post(`/tools/${name}`, input)
      for (const [name, input] of badCalls(text)) {
        const body = await post(`/tools/${name}`, input)
        expect([name, (JSON.parse(body) as { error: string }).error]).toEqual([name, expect.any(String)])
        expect([name, leaksIn(body)]).toEqual([name, []])
      }
      await post('/workflow/execute', { user_input: text, ask_clarifications: false })
      expect(leaksIn(await post('/workflow/execute', { user_input: text, session_id: text }))).toEqual([])
      expect(leaksIn(await post('/mcp', { jsonrpc: '2.0', id: 1, method: text }))).toEqual([])
      const wrongly = { ...headers, authorization: `Bearer ${encodeURIComponent(text)}` }
      await fetch(`${server.url}/nowhere?q=${encodeURIComponent(text)}`, { headers: wrongly })
    }
    for (const path of ['/health', '/ready', '/metrics', '/docs', '/openapi.json']) {
      const answer = await fetch(`${server.url}${path}`)
      expect([path, leaksIn(await answer.text())]).toEqual([path, []])
      expect([path, leaksIn(JSON.stringify([...answer.headers]))]).toEqual([path, []])
    }
    expect(await server.stop()).toBe(0)
    expect(server.log()).toContain('"route":"/tools/:name"')
    expect(leaksIn(server.log())).toEqual([])
  })

  test.each(['doctor --full', 'doctor --full --json', 'doctor --fix --dry-run', 'stats --include-detailed'])(
    '[COM8] ww %s tells nothing of them',
    async (command) => {
      const { code, stdout, stderr } = await runCommand(command.split(' '), { dataDir })
      expect({ code, leaks: leaksIn(stdout + stderr) }).toEqual({ code: 0, leaks: [] })
      expect(stdout.length).toBeGreaterThan(100)
    },
  )

  test('[COM8] ww remember and the like repeat them neither on stderr nor in what they answer', async () => {
    for (const { text } of isNightly ? few : few.slice(0, 2)) {
      for (const args of [['remember', text], ['remember', '--json', text], ['recall', 'x', '--limit', text], [text]]) {
        const { code, stdout, stderr } = await runCommand(args, { dataDir })
        // A private key begins with a dash and is no option; the others are taken.
        const isTaken = args[0] === 'remember' && !text.startsWith('-')
        expect([code === 0, leaksIn(stdout + stderr)]).toEqual([isTaken, []])
      }
    }
  })

  test('[COM8] no file is named after them: not the backups, nor what stands beside them', async () => {
    const database = new DatabaseSync(databaseIn(dataDir), { timeout: 30_000 })
    database.exec('DELETE FROM labels')
    database.close()
    const { code, stdout, stderr } = await runCommand(['doctor', '--fix'], { dataDir })
    expect({ code, leaks: leaksIn(stdout + stderr) }).toEqual({ code: 0, leaks: [] })
    const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    expect(names.filter((name) => /backup/.test(name))).not.toEqual([])
    expect(leaksIn(names.join('\n'))).toEqual([])
  })
})

describe('secrets in a store that fails', { timeout: 180_000 }, () => {
  test('[COM8] a write that the database refuses: the cause is logged, and no word of the text', async () => {
    const broken = newFolder()
    const server = useRawServer({ dataDir: broken, env: usual })
    await server.initialize()
    await server.callTool('remember', { text: 'The store is there.' })
    const database = new DatabaseSync(databaseIn(broken), { timeout: 30_000 })
    database.exec(`CREATE TRIGGER never BEFORE INSERT ON memories BEGIN SELECT RAISE(ABORT, 'not today'); END`)
    database.close()
    for (const { text } of few) {
      for (const [name, input] of calls(text).slice(0, 5)) {
        const answer = await server.callTool(name, input)
        expect([name, leaksIn(JSON.stringify(answer))]).toEqual([name, []])
      }
    }
    expect(server.log()).toContain('not today')
    expect(leaksIn(server.log())).toEqual([])
  })

  test('[COM8] pages that are spoilt: neither the log, nor errors, nor the doctor tells what is left of them', async () => {
    const broken = newFolder()
    const mind = await startLibraryProcess(broken)
    for (const { text } of planted) await mind.ask('remember', { text })
    await mind.close()
    const path = databaseIn(broken)
    const random = createRandom(5)
    for (let page = 1; page < sizeOf(path) / pageBytes; page += 3) {
      overwrite(path, noise(random, 400), page * pageBytes + random.below(pageBytes - 400))
    }
    const server = useRawServer({ dataDir: broken, env: usual })
    await server.initialize()
    let refused = 0
    for (const { text } of few) {
      for (const [name, input] of calls(text)) {
        const answer = await server.callTool(name, input)
        if (bodyOf(answer)?.error !== 'internal_error') continue
        refused++
        expect([name, leaksIn(JSON.stringify(answer))]).toEqual([name, []])
      }
    }
    expect(refused).toBeGreaterThan(0)
    expect(server.log()).not.toBe('')
    expect(leaksIn(server.log())).toEqual([])
    for (const args of [
      ['doctor', '--full'],
      ['doctor', '--fix'],
      ['recall', 'deploying'],
    ]) {
      const { stdout, stderr } = await runCommand(args, { dataDir: broken })
      expect([args, leaksIn(args[0] === 'recall' ? stderr : stdout + stderr)]).toEqual([args, []])
    }
  })

  test('[COM8] a process that dies of what nobody expected says so without them', async () => {
    const crash = 'process.on("SIGUSR2",()=>{throw(new(Error)("nobody_expected"))})'
    const server = useRawServer({
      dataDir,
      env: { ...usual, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(crash)}` },
    })
    await server.initialize()
    await server.callTool('recall', { query: few[0]!.text, limit: 50 })
    for (const { text } of planted) void server.callTool('remember', { text })
    server.process.kill('SIGUSR2')
    expect((await server.exit).code).not.toBe(0)
    expect(server.log()).toContain('nobody_expected')
    expect(leaksIn(server.log())).toEqual([])
  })
})
