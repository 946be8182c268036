import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { json } from '../cli/ww.js'
import { folder, hook, prompt, remember, staging, useAgent } from './agent.js'
import { answers, asks, calls, results, session } from './sessions.js'

useAgent()

const transcript = () => join(folder, 't.jsonl')
const notes = (id: string) => join(folder, 'data', 'habit', 'sessions', `${id}.json`)
const write = (lines: readonly string[]) => writeFileSync(transcript(), lines.join('\n'))
const compacts = (session_id = 's-1') =>
  hook('', { hook_event_name: 'PreCompact', transcript_path: transcript(), session_id })
const ends = (session_id = 's-1') =>
  hook('', { hook_event_name: 'SessionEnd', transcript_path: transcript(), session_id })
const begins = async (source: string, session_id = 's-1') => {
  const { stdout } = await hook('', {
    ...{ hook_event_name: 'SessionStart', transcript_path: transcript(), source, session_id },
  })
  const answer = stdout === '' ? {} : JSON.parse(stdout)
  return {
    told: (answer.hookSpecificOutput?.additionalContext ?? '') as string,
    receipt: answer.systemMessage as string | undefined,
  }
}
const kept = async () => {
  const { memories } = await json(folder, ['recall', 'checkout database refund', '--project', '*'])
  return (memories as { content: string; id: string; tags: string[] }[]).filter(({ tags }) => tags.includes('session'))
}
const receipts = async () =>
  (await json(folder, ['hooks'])).kept as { id: string; told: number; project: string | null }[]

const rootCause = 'The root cause was that the test database was not running on the CI worker.'
const more = [
  asks(20, 'Now add the same to the refund test'),
  answers(21, 'The fix for the refund test is that it waits for port 5544.'),
]
const withIds = session.map((line, place) => line.replace('{', `{"uuid":"u-${place}",`))

describe('[HOK24] what a session left is not held against itself', () => {
  test.each(['compact', 'resume'])(
    '[HOK24] kept, begun again by %s, and kept again: it loses nothing',
    async (source) => {
      write(session)
      await compacts()
      const { told, receipt } = await begins(source)
      expect(told).not.toContain('root cause')
      expect(receipt).toBeUndefined()
      write([...session, ...more])
      await ends()
      const [one, ...others] = await kept()
      expect(others).toEqual([])
      expect(one!.content).toContain(rootCause)
      expect(one!.content).toContain('waits for port 5544')
    },
  )

  test('[HOK24] resumed under another id: the memory of what it resumes is not told, and nothing is lost', async () => {
    write(withIds)
    await ends()
    const { told } = await begins('resume', 's-2')
    expect(told).not.toContain('root cause')
    write([...withIds, ...more])
    await ends('s-2')
    const [one, ...others] = await kept()
    expect(others).toEqual([])
    expect(one!.content).toContain(rootCause)
  })

  test('[HOK25] its own memory, recalled in it or told by a hook, is not known already', async () => {
    write(session)
    await compacts()
    const { content, id } = (await kept())[0]!
    write([
      ...session,
      calls(15, 'r', 'mcp__world-weaver__recall', { query: 'checkout' }),
      results(
        15,
        'r',
        JSON.stringify({
          memories: [
            { id, content },
            { id: 'ep-x', content: staging },
          ],
        }),
      ),
      asks(16, `why?\n<world-weaver hook="prompt">\n- [1 min ago, episode ${id}] ${content}\n</world-weaver>`),
      answers(17, staging),
      ...more,
    ])
    await ends()
    const [one] = await kept()
    expect(one!.content).toContain(rootCause)
    expect(one!.content).toContain('Let’s use port 5544')
    expect(one!.content).toContain('waits for port 5544')
    // What another wrote is.
    expect(one!.content).not.toContain('analytics')
  })

  test('[HOK24] what was left before still is told to another session, once', async () => {
    write(session)
    await ends()
    const other = await begins('startup', 's-2')
    expect(other.told).toContain('root cause')
    expect(other.receipt).toContain('kept of the last session')
  })

  test('[HOK6] what waits to be kept is still there after the compaction that begins at once', async () => {
    write(session)
    await hook('stop', { transcript_path: transcript() })
    expect(JSON.parse(readFileSync(notes('s-1'), 'utf8')).pending).toBeDefined()
    await begins('compact')
    expect(existsSync(notes('s-1')) && JSON.parse(readFileSync(notes('s-1'), 'utf8')).pending).toBeTruthy()
  })

  test('[HOK25] what was told before a compaction is known afterwards, and may be told again', async () => {
    await remember(staging)
    await hook('prompt', prompt)
    write(session)
    await compacts()
    await begins('compact')
    expect((await hook('prompt', prompt)).stdout).toContain('5433')
    write([...session, answers(21, staging), ...more])
    await ends()
    const [one] = await kept()
    expect(one!.content).not.toContain('analytics')
  })
})

describe('[HOK18] the count of a receipt', () => {
  test('[HOK18] adds up over a compaction, each memory once, without the own one', async () => {
    await remember(staging)
    await hook('prompt', prompt)
    write(session)
    await compacts()
    expect(await receipts()).toMatchObject([{ told: 1 }])
    await begins('compact')
    await hook('prompt', { ...prompt, prompt: 'why did the checkout test fail on the CI worker?' })
    await hook('prompt', prompt)
    write([...session, ...more])
    await ends()
    expect(await receipts()).toMatchObject([{ told: 1 }])
  })

  test('[HOK18] told after a session was kept, it counts, though the same is kept', async () => {
    await remember(staging)
    write(session)
    await compacts()
    expect(await receipts()).toMatchObject([{ told: 0 }])
    await hook('prompt', prompt)
    await ends()
    expect(await receipts()).toMatchObject([{ told: 1 }])
  })
})
