import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { environmentIn, json, main } from '../cli/ww.js'
import { folder, hook, prompt, remember, silence, staging, useAgent } from './agent.js'
import { answers, asks, calls, results, session } from './sessions.js'

useAgent()

describe('[HOK6] the end of a session', () => {
  const transcript = () => join(folder, 'transcript.jsonl')
  const end = (lines: readonly string[], env = {}) => {
    writeFileSync(transcript(), lines.join('\n'))
    return hook('session-end', { transcript_path: transcript() }, env)
  }
  const kept = async () => {
    const { memories } = await json(folder, ['recall', 'checkout', '--project', '*'])
    return memories as { content: string; project: string; timestamp: string; tags: string[]; id: string }[]
  }

  test('[HOK6] one episode: what was asked, settled, failed and changed, in its project and time; twice is once', async () => {
    expect(await end(session)).toEqual(silence)
    expect(await end(session)).toEqual(silence)
    const [episode, ...more] = await kept()
    expect(more).toEqual([])
    expect(episode).toMatchObject({ project: 'acme/harbor', timestamp: '2026-03-03T10:08:00Z', tags: ['session'] })
    expect(episode!.content).toBe(
      [
        'Asked:',
        '- The checkout test fails on CI, please look into it',
        'Settled:',
        '- Always start the database with db:up before the integration tests.',
        '- Let’s use port 5544 for it.',
        '- The root cause was that the test database was not running on the CI worker.',
        'Errors:',
        '- Bash pnpm vitest checkout failed: Error: connect ECONNREFUSED 127.0.0.1:5544; then worked: Bash pnpm db:up && pnpm vitest checkout',
        'Changed:',
        '- apps/api/src/checkout.ts',
      ].join('\n'),
    )
  })

  test('[HOK6] a session in Cursor, by the lines that it writes', async () => {
    const line = (role: string, ...content: readonly object[]) => JSON.stringify({ role, message: { content } })
    const text = (told: string) => ({ type: 'text', text: told })
    const asked = 'The checkout test fails on CI, please look into it'
    const stamp = '<timestamp>Tuesday, Mar 3, 2026, 12:00 PM (UTC+2)</timestamp>'
    writeFileSync(
      transcript(),
      [
        line('user', text(`${stamp}\n<user_query>\n${asked}\n</user_query>`)),
        line('assistant', text('Let me see.'), { type: 'tool_use', name: 'Read', input: { path: 'checkout.ts' } }),
        line('assistant', { type: 'tool_use', name: 'StrReplace', input: { path: `${folder}/src/checkout.ts` } }),
        line('assistant', text('The root cause was that the test database was not running on the CI worker.')),
        JSON.stringify({ type: 'turn_ended', status: 'success' }),
      ].join('\n'),
    )
    await hook('session-end', {
      hook_event_name: 'sessionEnd',
      session_id: undefined,
      conversation_id: 'c-1',
      cwd: undefined,
      workspace_roots: [folder],
      transcript_path: transcript(),
    })
    const [episode, ...more] = await kept()
    expect(more).toEqual([])
    expect(episode).toMatchObject({ project: 'acme/harbor', timestamp: '2026-03-03T10:00:00Z' })
    expect(episode!.content).toBe(
      [
        'Asked:',
        `- ${asked}`,
        'Settled:',
        '- The root cause was that the test database was not running on the CI worker.',
        'Changed:',
        '- src/checkout.ts',
      ].join('\n'),
    )
  })

  test('[HOK6] a session that goes on is still one episode', async () => {
    await end(session)
    const [first] = await kept()
    await end([...session, asks(20, 'Now add the same to the refund test'), answers(21, 'The refund test has it now.')])
    const all = await kept()
    expect(all).toHaveLength(1)
    expect(all[0]!.id).not.toBe(first!.id)
    expect(all[0]!.content).toContain('refund test')
  })

  test('[HOK6] nothing of a session that says nothing', async () => {
    await end([asks(1, 'continue'), answers(2, 'Done.'), asks(3, 'yes')])
    expect(await kept()).toEqual([])
  })

  test('[HOK6] one that ended without saying so is kept when the next begins', async () => {
    writeFileSync(transcript(), session.join('\n'))
    await hook('stop', { transcript_path: transcript(), session_id: 'killed' })
    const notes = join(folder, 'data', 'habit', 'sessions', 'killed.json')
    expect(existsSync(notes)).toBe(true)
    await hook('session-start', {})
    expect(await kept()).toEqual([])
    const anHourAgo = Date.now() / 1000 - 3600
    utimesSync(notes, anHourAgo, anHourAgo)
    await hook('session-start', {})
    expect(await kept()).toHaveLength(1)
  })

  /** The end of two turns, by a program that has ended since. */
  const closed = (how: 'one program' | 'two shells', session_id: string) => {
    writeFileSync(transcript(), session.join('\n'))
    const input = JSON.stringify({ cwd: folder, transcript_path: transcript(), session_id })
    const env = environmentIn(folder, { WW_PROJECT: 'acme/harbor', INPUT: input })
    const stops = 'printf %s "$INPUT" | "$0" "$1" hook stop --wait\n'
    for (const script of how === 'one program' ? [stops + stops] : [stops, stops])
      execFileSync('sh', ['-c', `${script}:`, process.execPath, main], { env })
  }

  test.skipIf(process.platform === 'win32')(
    '[HOK6] one whose terminal was closed is kept when the next of its project begins',
    async () => {
      closed('one program', 'left')
      await hook('session-start', {}, { WW_PROJECT: 'acme/lantern' })
      expect(await kept()).toEqual([])
      await hook('session-start', {})
      expect(await kept()).toHaveLength(1)
    },
  )

  test.skipIf(process.platform === 'win32')(
    '[HOK6] a shell that runs a single hook is not taken for the program',
    async () => {
      closed('two shells', 'running')
      await hook('session-start', {})
      expect(await kept()).toEqual([])
    },
  )

  test('[HOK6] no byte of a secret, wherever in the session it stood, nor of half of one that was cut', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`
    await end([
      asks(1, `The checkout deploy fails with ${secret}, please look at the billing service`),
      asks(2, `Let’s use ${secret} for the billing service instead of the old one.`),
      asks(3, `The billing service ${'of the shop '.repeat(22)} has ${secret}`),
      calls(4, 't', 'Bash', { command: `curl -H "Authorization: token ${secret}" https://api.github.com` }),
      results(4, 't', `error: bad credentials ${secret}`, true),
    ])
    const [episode] = await kept()
    expect(episode!.content).toContain('[masked ')
    const store = join(folder, 'data')
    for (const name of readdirSync(store, { recursive: true, encoding: 'utf8' })) {
      const path = join(store, name)
      if (statSync(path).isFile())
        expect({ name, holds: readFileSync(path).includes('a1B2c3D4') }).toEqual({ name, holds: false })
    }
  })

  test('[HOK7] what was brought or recalled, and comes back, is not kept', async () => {
    await remember(staging)
    const { stdout } = await hook('prompt', prompt)
    const said = JSON.parse(stdout).hookSpecificOutput.additionalContext as string
    const known = 'Invoice numbers have no gaps because they are drawn inside the transaction.'
    await end([
      asks(1, `${prompt.prompt}\n${said}`),
      answers(2, 'The staging database listens on port 5433, because the analytics replica has 5432.'),
      calls(3, 'r', 'mcp__world-weaver__recall', { query: 'invoices' }),
      results(3, 'r', JSON.stringify({ memories: [{ content: known }] })),
      answers(4, known),
      asks(5, 'Let’s use the checkout replica for the invoice report instead of the primary.'),
    ])
    const [episode] = (await kept()).filter(({ tags }) => tags.includes('session'))
    expect(episode!.content).not.toContain('world-weaver')
    expect(episode!.content).not.toContain('analytics')
    expect(episode!.content).not.toContain('gaps')
    expect(episode!.content).toContain('instead of the primary')
  })

  test('[HOK24] compacted, and resumed under another id, it is still one episode', async () => {
    const withIds = session.map((line, place) => line.replace('{', `{"uuid":"u-${place}",`))
    writeFileSync(transcript(), withIds.slice(0, 9).join('\n'))
    await hook('', { hook_event_name: 'PreCompact', transcript_path: transcript() })
    await end(withIds)
    writeFileSync(transcript(), [...withIds, answers(30, 'The fix is that db:up waits for the port.')].join('\n'))
    await hook('session-end', { transcript_path: transcript(), session_id: 's-2' })
    const all = await kept()
    expect(all).toHaveLength(1)
    expect(all[0]!.content).toContain('waits for the port')
  })

  test('[HOK24] two sessions that part from one another are two', async () => {
    const [first, ...rest] = session.map((line, place) => line.replace('{', `{"uuid":"u-${place}",`))
    await end([first!, ...rest])
    writeFileSync(transcript(), [first!, asks(40, 'The checkout must never retry'), ...rest.slice(2, -1)].join('\n'))
    await hook('session-end', { transcript_path: transcript(), session_id: 's-2' })
    expect(await kept()).toHaveLength(2)
  })

  test('[HOK24] one that a program runs leaves none, unless asked', async () => {
    const headless = session.map((line) => line.replace('{', '{"entrypoint":"sdk-cli",'))
    await end(headless)
    expect(await kept()).toEqual([])
    await end(headless, { WW_KEEP_HEADLESS: '1' })
    expect(await kept()).toHaveLength(1)
  })

  test('[HOK24] nor does a sub-agent', async () => {
    await end(session.map((line) => line.replace('{', '{"isSidechain":true,')))
    const meta = { type: 'session_meta', payload: { id: 'x', source: { subagent: { thread_spawn: {} } } } }
    await end([JSON.stringify(meta), ...session])
    expect(await kept()).toEqual([])
  })

  test('[HOK25] nothing of an error of the API, nor of what the project says itself', async () => {
    writeFileSync(join(folder, 'AGENTS.md'), '- Always start the database with db:up before the integration tests.\n')
    const apiError = answers(9, 'API Error: the checkout is overloaded because of 529').replace(
      '{',
      '{"isApiErrorMessage":true,',
    )
    await end([...session, apiError])
    const [episode] = await kept()
    expect(episode!.content).toContain('root cause')
    expect(episode!.content).not.toContain('API Error')
    expect(episode!.content).not.toContain('Always start')
  })
})
