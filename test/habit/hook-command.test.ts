import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, describe, expect, test } from 'vitest'
import { estimateTokens } from '#ww/memory/token-budget.js'
import { bareEnvironment, json, main, run, runProgram } from '../cli/ww.js'
import { folder, hook, prompt, remember, silence, staging, type Told, useAgent } from './agent.js'
import { asks, session } from './sessions.js'

useAgent()

describe('[HOK1] in the format of the client', () => {
  test.each([
    ['Claude Code, Codex', 'UserPromptSubmit'],
    ['Gemini CLI', 'BeforeAgent'],
  ])('[HOK1] %s', async (_, event) => {
    const { id } = await remember(staging)
    const { code, stdout, stderr } = await hook('', { ...prompt, hook_event_name: event })
    const { hookSpecificOutput } = JSON.parse(stdout)
    expect({ code, stderr, event: hookSpecificOutput.hookEventName }).toEqual({ code: 0, stderr: '', event })
    expect(hookSpecificOutput.additionalContext).toContain(`[just now, episode ${id}] ${staging}`)
    expect(hookSpecificOutput.additionalContext).toMatch(/^<world-weaver hook="prompt">\n[\s\S]*\n<\/world-weaver>$/)
  })

  test('[HOK1] Cursor', async () => {
    await remember(`Never ${staging}`)
    const { stdout } = await hook('', { hook_event_name: 'sessionStart', conversation_id: 'c' })
    expect(JSON.parse(stdout).additional_context).toContain(staging)
  })

  test.each([
    ['no JSON', 'fix it'],
    ['nothing', ''],
    ['something else', '[1, 2]'],
    ['an event that concerns no memory', '{"hook_event_name": "Notification"}'],
    ['a prompt that is none', '{"hook_event_name": "UserPromptSubmit", "prompt": 7}'],
  ])('[HOK1] is silent and ends well when the input is %s', async (_, input) => {
    await remember(staging)
    expect(await runProgram(folder, ['hook', '--wait'], { input })).toEqual(silence)
  })

  test.skipIf(process.platform === 'win32')('[HOK1] ends well in a folder that is gone', async () => {
    await remember(staging)
    mkdirSync(join(folder, 'gone'))
    // Node removes it: a machine with Node alone may have no `rmdir`.
    const script = `cd gone && "$0" -e 'fs.rmdirSync("../gone")' && exec "$0" "$1" hook prompt --wait`
    // Throws when it does not end with 0.
    const said = execFileSync('sh', ['-c', script, process.execPath, main], {
      cwd: folder,
      env: { ...bareEnvironment(folder), WW_DATA_DIR: join(folder, 'data'), WW_PROJECT: 'acme/harbor' },
      input: JSON.stringify({ ...prompt, session_id: 's-1', cwd: folder }),
      encoding: 'utf8',
    })
    expect(said).toContain(staging)
  })

  test('[HOK1] ends well when nothing can be written, not even what went wrong', async () => {
    await remember(staging)
    writeFileSync(join(folder, 'data', 'habit'), 'in the way')
    expect((await hook('prompt', prompt)).code).toBe(0)
    expect((await hook('session-end', { transcript_path: join(folder, 'none.jsonl') })).code).toBe(0)
  })

  test('[HOK1] the log quotes nothing of what was said', async () => {
    await remember(staging)
    await runProgram(folder, ['hook', 'prompt', '--wait'], { input: 'hunter2 is no JSON' })
    expect(readFileSync(join(folder, 'data', 'habit', 'hooks.log'), 'utf8')).toMatch(
      /^\S+ prompt SyntaxError: no JSON\n$/,
    )
  })

  test.skipIf(process.platform === 'win32')(
    '[HOK8] a repository with files that never end holds up nobody',
    async () => {
      await remember(staging)
      const hostile = join(folder, 'hostile')
      mkdirSync(join(hostile, '.git'), { recursive: true })
      symlinkSync('/dev/zero', join(hostile, '.git', 'HEAD'))
      expect((await hook('prompt', { ...prompt, cwd: hostile })).stdout).toContain(staging)
    },
  )

  test('[HOK6] sessions whose ids differ only in signs are two, and an id is never an option', async () => {
    writeFileSync(join(folder, 't.jsonl'), session.join('\n'))
    const transcript_path = join(folder, 't.jsonl')
    for (const session_id of ['a/b', 'a_b', '--data-dir=elsewhere'])
      await hook('session-end', { session_id, transcript_path })
    const { memories } = await json(folder, ['recall', 'checkout', '--project', '*'])
    expect(memories.filter(({ tags }: { tags: string[] }) => tags.includes('session'))).toHaveLength(3)
    await hook('stop', { session_id: '--data-dir=elsewhere', transcript_path })
    expect((await runProgram(folder, ['hook', '--keep', '--', '--data-dir=elsewhere'])).code).toBe(0)
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false)
  })

  describe('[HOK1] a client waits no longer than it must', () => {
    const openFile = () => new DatabaseSync(join(folder, 'data', 'world-weaver.db'))
    const logPath = () => join(folder, 'data', 'habit', 'hooks.log')
    const log = () => (existsSync(logPath()) ? readFileSync(logPath(), 'utf8') : '')
    /** By a process that is gone: one that is still here would be one more that uses the file. */
    const rememberBefore = () => runProgram(folder, ['remember', staging], { env: { WW_PROJECT: 'acme/harbor' } })
    /** As a client runs it, without `--wait`; a machine may be too busy to open the store at all, and then again. */
    async function expectSilence(reason: RegExp, times: number) {
      do {
        const input = JSON.stringify({ session_id: 's-1', cwd: folder, ...prompt })
        expect(await runProgram(folder, ['hook', 'prompt'], { input, env: { WW_PROJECT: 'acme/harbor' } })).toEqual(
          silence,
        )
      } while ((log().match(new RegExp(reason, 'g'))?.length ?? 0) < times)
    }

    test('[HOK1] for a store that another program keeps locked', async () => {
      await rememberBefore()
      const other = openFile()
      other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; PRAGMA user_version = 1; ROLLBACK')
      await expectSilence(/holds a lock on the database/, 1)
      other.close()
      expect((await hook('prompt', prompt)).stdout).toContain(staging)
    })

    test('[HOK1] for an upgrade: that is left to whoever has the time', async () => {
      await rememberBefore()
      const before = openFile()
      before.exec('PRAGMA user_version = 1')
      before.close()
      // Often: a thread that is ended while it reads takes the process with it now and then.
      await expectSilence(/older World Weaver/, 12)
      expect(readdirSync(join(folder, 'data')).filter((name) => name.includes('backup'))).toEqual([])
      const after = openFile()
      expect(after.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 })
      after.close()
    })
  })

  test('[HOK1] makes no store where nothing was ever remembered', async () => {
    expect(await hook('prompt', prompt)).toEqual(silence)
    expect(existsSync(join(folder, 'data', 'world-weaver.db'))).toBe(false)
  })
})

describe('[HOK2] what is said', () => {
  test('[HOK2] at most 800 tokens, each with its age and id', async () => {
    for (const part of ['primary', 'replica', 'analytics', 'archive', 'shadow']) {
      await remember(
        `The staging database ${part} listens on port 5433. ${`It is the ${part} of the staging database. `.repeat(30)}`,
      )
    }
    const { stdout } = await hook('prompt', {
      ...prompt,
      prompt: 'On which port do the primary, the replica and the archive of the staging database listen?',
    })
    const text = JSON.parse(stdout).hookSpecificOutput.additionalContext as string
    const lines = text.split('\n').filter((line) => line.startsWith('- '))
    expect(estimateTokens(text)).toBeLessThanOrEqual(800)
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).toMatch(/^- \[just now, episode ep-[0-9a-f-]{36}\] The staging database/)
  })

  test('[HOK2] a memory is said once in a session, and again when the conversation begins anew', async () => {
    await remember(staging)
    expect((await hook('prompt', prompt)).stdout).toContain(staging)
    expect(await hook('prompt', prompt)).toEqual(silence)
    expect((await hook('prompt', { ...prompt, session_id: 's-2' })).stdout).toContain(staging)
    await hook('session-start', { source: 'clear' })
    await hook('session-start', { source: 'resume' })
    expect((await hook('prompt', prompt)).stdout + (await hook('session-start', { source: 'clear' })).stdout).toContain(
      staging,
    )
  })

  test('[HOK2] what the first prompt of a session brought, the third does not bring again', async () => {
    const invoices = 'The invoice numbers are drawn inside the transaction, so that none is missing.'
    await remember(staging)
    await remember(invoices)
    expect((await hook('prompt', prompt)).stdout).toContain(staging)
    expect((await hook('prompt', { ...prompt, prompt: 'where are the invoice numbers drawn?' })).stdout).toContain(
      invoices,
    )
    expect(await hook('prompt', prompt)).toEqual(silence)
  })

  test('[HOK3] nothing of another project, nor of any outside of one', async () => {
    await remember(staging, 'acme/lantern')
    for (const WW_PROJECT of ['acme/harbor', '']) {
      expect(await hook('prompt', prompt, { WW_PROJECT })).toEqual(silence)
      expect(await hook('session-start', {}, { WW_PROJECT })).toEqual(silence)
    }
  })

  test('[HOK3] two repositories that contradict each other: each agent is told its own', async () => {
    const facts = {
      shop: 'The deploy branch of the web client is release.',
      blog: 'The deploy branch of the web client is trunk.',
    }
    for (const [name, fact] of Object.entries(facts)) {
      mkdirSync(join(folder, name, '.git'), { recursive: true })
      writeFileSync(join(folder, name, '.git', 'HEAD'), 'ref: refs/heads/main\n')
      await run(folder, ['remember', fact], { cwd: join(folder, name) })
    }
    for (const [name, fact] of Object.entries(facts)) {
      const told = {
        prompt: 'which deploy branch does the web client have?',
        cwd: join(folder, name),
        session_id: name,
      }
      const { stdout } = await hook('prompt', told, { WW_PROJECT: '' })
      expect(Object.values(facts).filter((each) => stdout.includes(each))).toEqual([fact])
    }
  })

  test('[HOK5] after a failure the lesson that fits, and nothing after one that nobody knows', async () => {
    const lesson =
      'relation "order_line" does not exist after switching branches: run pnpm db:migrate, then restart the API.'
    await json(folder, ['remember', lesson, '--kind', 'lesson'], { env: { WW_PROJECT: 'acme/harbor' } })
    const failed = (error: string) =>
      hook('tool-failure', {
        hook_event_name: 'PostToolUseFailure',
        tool_name: 'Bash',
        tool_input: { command: 'pnpm start' },
        error,
      })
    expect(await failed('Exit code 1\nTypeError: total is not a function')).toEqual(silence)
    const { stdout } = await failed('Exit code 1\nerror: relation "order_line" does not exist\n    at parser.ts:369')
    expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain(lesson)
  })

  test('[HOK4] at the start, the last session and what holds in general', async () => {
    await remember('We never release on Fridays.')
    writeFileSync(join(folder, 't.jsonl'), session.join('\n'))
    await hook('session-end', { transcript_path: join(folder, 't.jsonl'), session_id: 'before' })
    const { stdout } = await hook('session-start', { hook_event_name: 'SessionStart', source: 'startup' })
    const text = JSON.parse(stdout).hookSpecificOutput.additionalContext
    expect(text).toContain('We never release on Fridays.')
    expect(text).toContain('The checkout test fails on CI')
  })
})

describe('[HOK8] a running process', () => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })
  const habit = () => join(folder, 'data', 'habit')

  /** Stands for a running process: `pid` must be alive, and is the parent's or our own. */
  async function listen(pid: number, reply: string | undefined): Promise<void> {
    mkdirSync(habit(), { recursive: true })
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('data', () => {
        if (reply !== undefined) socket.end(reply)
      })
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(join(habit(), `${pid}.sock`), resolve))
  }
  const spoken = (text: string) => JSON.stringify({ spoken: { text, ids: [], tokens: 3 } })

  test('[HOK8] is asked in place of the store, and asked nothing it does not say', async () => {
    await remember(staging)
    await listen(process.pid, spoken('from the process'))
    expect(JSON.parse((await hook('prompt', prompt)).stdout).hookSpecificOutput.additionalContext).toBe(
      'from the process',
    )
  })

  test('[HOK8] one that says nothing is an answer', async () => {
    await remember(staging)
    await listen(process.pid, '{}')
    expect(await hook('prompt', prompt)).toEqual(silence)
  })

  test('[HOK8] one that hangs, or breaks off, is passed over for the next', async () => {
    await remember(staging)
    await listen(process.ppid, spoken('from the older'))
    await new Promise((resolve) => setTimeout(resolve, 20))
    await listen(process.pid, undefined)
    expect((await hook('prompt', prompt)).stdout).toContain('from the older')
  })

  test('[HOK8] what a killed one left behind is removed, and the store is opened', async () => {
    await remember(staging)
    mkdirSync(habit(), { recursive: true })
    const stale = join(habit(), '4194303.sock')
    writeFileSync(stale, '')
    expect((await hook('prompt', prompt)).stdout).toContain(staging)
    expect(existsSync(stale)).toBe(false)
  })

  test('[HOK8] what a killed one left behind and cannot be removed is in nobody’s way', async () => {
    await remember(staging)
    mkdirSync(join(folder, 'data', 'habit', '999999999.sock'), { recursive: true })
    expect((await hook('prompt', prompt)).stdout).toContain(staging)
  })

  test('[HOK8] a client is let go when nobody answers in time', async () => {
    await remember(staging)
    await listen(process.pid, undefined)
    const input = JSON.stringify({ ...prompt, session_id: 's', cwd: folder })
    expect(await runProgram(folder, ['hook', 'prompt'], { input, env: { WW_PROJECT: 'acme/harbor' } })).toEqual(silence)
  })
})

describe('[HOK9] off switches', () => {
  const count = async (): Promise<number> => {
    const { stdout } = await run(folder, ['export', '--project', '*'])
    return stdout.split('\n').filter((line) => JSON.parse(line || '{}').kind !== undefined).length
  }

  test('[HOK9] paused, or in a folder that is left alone, nothing of a session is kept', async () => {
    await remember(staging)
    writeFileSync(join(folder, 't.jsonl'), session.join('\n'))
    const end = (more: Told = {}) => hook('session-end', { transcript_path: join(folder, 't.jsonl'), ...more })
    await json(folder, ['pause'])
    await end()
    await json(folder, ['resume'])
    const alone = join(folder, 'alone')
    mkdirSync(alone)
    writeFileSync(join(alone, '.wwignore'), '')
    await end({ cwd: alone })
    expect(await count()).toBe(1)
    await end()
    expect(await count()).toBe(2)
  })

  test.each(['1', 'true', 'yes'])('[HOK9] WW_OFF=%s: neither brought nor kept', async (WW_OFF) => {
    await remember(staging)
    writeFileSync(join(folder, 't.jsonl'), session.join('\n'))
    expect(await hook('prompt', prompt, { WW_OFF })).toEqual(silence)
    await hook('session-end', { transcript_path: join(folder, 't.jsonl') }, { WW_OFF })
    expect(await count()).toBe(1)
    expect((await hook('prompt', prompt, { WW_OFF: '0' })).stdout).toContain(staging)
  })

  test('[HOK9] ww pause, for a time or until ww resume', async () => {
    await remember(staging)
    expect(await json(folder, ['pause'])).toEqual({ paused: true, until: null })
    expect(await hook('prompt', prompt)).toEqual(silence)
    expect(await json(folder, ['resume'])).toEqual({ paused: false })
    expect((await hook('prompt', prompt)).stdout).toContain(staging)
    const { until } = await json(folder, ['pause', '--for', '2h'])
    expect(Date.parse(until) - Date.now()).toBeGreaterThan(7_000_000)
    expect(await hook('prompt', { ...prompt, session_id: 's-2' })).toEqual(silence)
    writeFileSync(join(folder, 'data', 'habit', 'paused.json'), '{"until": "2026-01-01T00:00:00.000Z"}')
    expect((await hook('prompt', { ...prompt, session_id: 's-3' })).stdout).toContain(staging)
  })

  test('[HOK9] what was said during a pause is not kept either when the session goes on after it', async () => {
    const habit = join(folder, 'data', 'habit')
    const [from, until] = [Date.UTC(2026, 2, 3, 10, 6, 30), Date.UTC(2026, 2, 3, 10, 30)]
    await json(folder, ['pause'])
    await json(folder, ['resume'])
    const [pause] = readFileSync(join(habit, 'pauses.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(Date.parse(pause.until)).toBeGreaterThanOrEqual(Date.parse(pause.from))
    const before = { from: new Date(from).toISOString(), until: new Date(until).toISOString() }
    writeFileSync(join(habit, 'pauses.jsonl'), `${JSON.stringify(before)}\n`)
    const resumed = [...session, asks(40, 'Now always deploy with make ship.')]
    writeFileSync(join(folder, 't.jsonl'), resumed.join('\n'))
    await hook('session-end', { transcript_path: join(folder, 't.jsonl') })
    const { memories } = await json(folder, ['recall', 'checkout', '--project', '*'])
    expect(memories[0].content).toContain('The checkout test fails')
    expect(memories[0].content).toContain('make ship')
    expect(memories[0].content).not.toContain('Always start the database')
  })

  test('[HOK9] .wwignore: an empty one silences its folder and those below; with paths, nothing is kept of these', async () => {
    await remember(staging)
    const below = join(folder, 'a', 'b')
    mkdirSync(below, { recursive: true })
    writeFileSync(join(folder, 'a', '.wwignore'), '# private\n')
    expect(await hook('prompt', { ...prompt, cwd: below })).toEqual(silence)
    expect((await hook('prompt', prompt)).stdout).toContain(staging)

    writeFileSync(join(folder, '.wwignore'), 'apps/api/\n*.pem\n')
    writeFileSync(join(folder, 't.jsonl'), session.join('\n'))
    await hook('session-end', { transcript_path: join(folder, 't.jsonl') })
    const { memories } = await json(folder, ['recall', 'checkout', '--project', '*'])
    const [episode] = memories.filter(({ tags }: { tags: string[] }) => tags.includes('session'))
    expect(episode.content).toContain('The checkout test fails')
    expect(episode.content).not.toContain('apps/api')
  })
})
