import { describe, expect, test } from 'vitest'
import { integrityOf, partsOf } from '../support/database.js'
import { startLibraryProcess } from '../support/other-process.js'
import { startServer, useServer } from '../support/server.js'
import { stressKills, stressSeconds } from '../support/stress.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const temporaryFolder = useTemporaryFolders()

interface Process {
  ask(name: string, input: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
  log(): string
  close(): Promise<void>
}

const contentsOf = (answer: Record<string, unknown>): string[] =>
  (answer.memories as { content: string }[]).map(({ content }) => content)

describe('[COM11] eight processes on one file', () => {
  const time = stressSeconds * 1_000

  test('[COM11] no call fails, and a recall by any other process that starts after the answer finds the write', {
    timeout: time + 60_000,
  }, async () => {
    const dataDir = temporaryFolder()
    const processes: Process[] = await Promise.all(
      Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? startServer({ dataDir }) : startLibraryProcess(dataDir))),
    )
    const shared = await processes[0]!.ask('create_episode', { content: 'All of us mark this one.', valence: 0 })
    const written = new Map<string, string>()
    let marks = 0
    const deadline = Date.now() + time

    async function live(own: Process, number: number): Promise<void> {
      for (let turn = 0; Date.now() < deadline; turn++) {
        const text = `Process ${number} closed ticket TK-${number}${String(turn).padStart(5, '0')} in the morning.`
        const { id } = await own.ask('remember', { text })
        written.set(id as string, text)
        const other = processes[(number + 1 + (turn % 7)) % 8]!
        const found = await other.ask('recall', { query: `ticket TK-${number}${String(turn).padStart(5, '0')}` })
        expect(contentsOf(found), `turn ${turn} of ${number}`).toContain(text)
        if (turn % 5 !== 0) continue
        // A value of its own each time: the one that it has already would open no version.
        marks++
        await own.ask('mark_important', { episode_id: shared.id, new_valence: marks / 1_000_000 })
      }
    }
    await Promise.all(processes.map(live))

    expect(processes.map((each) => each.log())).toEqual(Array(8).fill(''))
    await Promise.all(processes.map((each) => each.close()))

    const next = await useServer({ dataDir })
    for (const [id, text] of written) expect(await next.ask('get_memory', { id })).toMatchObject({ content: text })
    // Nobody's change was lost under another's.
    expect(await next.ask('get_memory', { id: shared.id })).toMatchObject({ version: 1 + marks })
    expect(integrityOf(dataDir)).toBe('ok')
    const count = written.size + 1
    expect(partsOf(dataDir)).toEqual({
      memories: count,
      strengths: count,
      vectors: count,
      postings: count,
      added: count,
      documents: count,
    })
  })

  test('[COM11] two that start at the same moment on a new data directory both work, time and again', {
    timeout: 600_000,
  }, async () => {
    for (let pair = 0; pair < stressKills; pair++) {
      const dataDir = temporaryFolder()
      const both = await Promise.all([startServer({ dataDir }), startServer({ dataDir })])
      await Promise.all(both.map((each, n) => each.ask('remember', { text: `Number ${n} of the pair was here.` })))
      for (const each of both) expect(contentsOf(await each.ask('recall', { query: 'the pair' }))).toHaveLength(2)
      expect(both.map((each) => each.log())).toEqual(['', ''])
      await Promise.all(both.map((each) => each.close()))
    }
  })
})
