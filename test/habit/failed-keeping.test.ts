import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { json, run } from '../cli/ww.js'
import { folder, hook, remember, staging, useAgent } from './agent.js'
import { session } from './sessions.js'

useAgent()

const transcript = () => join(folder, 't.jsonl')
const ends = (session_id: string) => hook('session-end', { transcript_path: transcript(), session_id })
const begins = () => hook('session-start', { session_id: 'next' })
const history = () => json(folder, ['hooks'])
const readable = () => {
  rmdirSync(transcript())
  writeFileSync(transcript(), session.join('\n'))
}

describe('[HOK6] a session that could not be kept', () => {
  test('[HOK6] [HOK17] is told by ww hooks and ww doctor, and kept when the next begins', async () => {
    await remember(staging)
    mkdirSync(transcript())
    await ends('s-1')
    expect(await history()).toMatchObject({
      kept: [],
      not_kept: [{ project: 'acme/harbor', attempts: 1, reason: 'Error: the transcript is no file' }],
    })
    expect((await run(folder, ['hooks'])).stdout).toMatch(/Could not be kept: a session of acme\/harbor, .+ 1 time:/)
    expect((await json(folder, ['doctor'])).usage.not_kept).toBe(1)
    readable()
    await begins()
    expect(await history()).toMatchObject({ kept: [{ project: 'acme/harbor' }], not_kept: [] })
  })

  test('[HOK6] is tried three times, and again when it goes on', async () => {
    mkdirSync(transcript())
    await ends('s-1')
    for (const _ of [1, 2, 3]) await begins()
    expect(await history()).toMatchObject({ not_kept: [{ attempts: 3 }] })
    readable()
    await begins()
    expect(await history()).toMatchObject({ kept: [], not_kept: [{ attempts: 3 }] })
    await ends('s-1')
    expect(await history()).toMatchObject({ kept: [{ project: 'acme/harbor' }], not_kept: [] })
  })

  test('[HOK6] of a session without a transcript there is nothing to keep', async () => {
    await ends('s-1')
    expect(await history()).toMatchObject({ not_kept: [] })
  })
})

describe('[HOK19] ww undo takes back the newest', () => {
  const endsWith = async (session_id: string, port: number) => {
    writeFileSync(transcript(), session.join('\n').replaceAll('5544', `${port}`))
    await ends(session_id)
  }

  test('[HOK19] never the one before, while the newest is still being kept', async () => {
    await endsWith('s-1', 5001)
    const notes = { agentSession: 's-2', brought: [], keepingSince: new Date().toISOString() }
    writeFileSync(join(folder, 'data', 'habit', 'sessions', 's-2.json'), JSON.stringify(notes))
    const refused = await run(folder, ['undo'])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('still being kept')
    const [{ id, undone }] = (await history()).kept
    expect(undone).toBe(false)
    expect((await run(folder, ['undo', id])).stdout).toContain(id)
  })

  test('[HOK19] of those that are still stored', async () => {
    await endsWith('s-1', 5001)
    await endsWith('s-2', 5002)
    const [newest, older] = (await history()).kept
    await json(folder, ['forget', newest.id, '--yes'])
    expect((await run(folder, ['undo'])).stdout).toContain(older.id)
    expect((await run(folder, ['undo'])).code).toBe(1)
  })
})
