import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeAskAtEnd } from '#ww/app/hook/ask-at-end.js'
import { json } from '../cli/ww.js'
import { folder, hook, silence, useAgent } from './agent.js'
import { answers, asks, calls, results, session } from './sessions.js'

useAgent()

describe('[HOK26] the end of a piece of work asks the agent', () => {
  const transcript = () => join(folder, '.claude', 'projects', 'p', 's-1.jsonl')
  const dataDir = () => join(folder, 'data')
  /** Ends in the turn that changed a file. */
  const work = session.slice(0, 10)
  const write = (lines: readonly string[]) => {
    mkdirSync(dirname(transcript()), { recursive: true })
    writeFileSync(transcript(), lines.map((line) => `${line}\n`).join(''))
  }
  const stop = (more = {}) => hook('stop', { transcript_path: transcript(), ...more })
  const kept = async () => {
    const { memories } = await json(folder, ['recall', 'checkout', '--project', '*'])
    return memories as { content: string; tags: string[] }[]
  }

  test('[HOK26] once in a session, where the person switched it on', async () => {
    write(work)
    expect(await stop()).toEqual(silence)
    writeAskAtEnd(dataDir(), 'claude-code', true)
    const { stdout } = await stop()
    expect(JSON.parse(stdout)).toMatchObject({ decision: 'block', reason: expect.stringContaining('`remember`') })
    expect(await stop()).toEqual(silence)
    await hook('session-start', { source: 'compact' })
    expect(await stop()).toEqual(silence)
  })

  test('[HOK26] not for another client, for a turn that changed nothing, for a headless run, nor a second time', async () => {
    writeAskAtEnd(dataDir(), 'codex', true)
    write(work)
    expect(await stop()).toEqual(silence)
    writeAskAtEnd(dataDir(), 'claude-code', true)
    expect(await stop({ stop_hook_active: true })).toEqual(silence)
    write(session.slice(0, 3))
    expect(await stop()).toEqual(silence)
    write(work.map((line) => line.replace('{', '{"entrypoint":"sdk-cli",')))
    expect(await stop()).toEqual(silence)
  })

  test('[HOK26] what it notes then is kept, and ours is not beside it', async () => {
    writeAskAtEnd(dataDir(), 'claude-code', true)
    write(work)
    await hook('session-end', { transcript_path: transcript(), hook_event_name: 'PreCompact' })
    expect(await kept()).toHaveLength(1)
    await stop()
    const later = (line: string) => line.replace('2026-03-03', '2126-03-03')
    const note = [
      calls(11, 'n', 'mcp__world-weaver__remember', { text: 'The checkout test needs db:up.' }),
      results(11, 'n', '{"id":"ep-1"}'),
    ].map(later)
    write([...work, ...note])
    await hook('session-end', { transcript_path: transcript() })
    expect(await kept()).toEqual([])
    const more = [
      asks(20, 'Now the refund'),
      answers(21, 'The refund failed because `checkout_id` was missing in its session.'),
    ]
    write([
      ...work,
      ...note,
      ...more.map(later),
      later(calls(22, 'e', 'Edit', { file_path: 'refund.ts' })),
      later(results(22, 'e', 'ok')),
    ])
    await hook('session-end', { transcript_path: transcript() })
    const [rest, ...others] = await kept()
    expect(others).toEqual([])
    expect(rest!.content).toContain('was missing in its session')
    expect(rest!.content).not.toContain('ECONNREFUSED')
  })
})
