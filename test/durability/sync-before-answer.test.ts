import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { databaseIn } from '../support/database.js'
import { lacks } from '../support/parts.js'
import { bodyOf, type RawServer, useRawServer } from '../support/raw-server.js'
import { readTrace, type SystemCall } from '../support/system-calls.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { useWorkflowServer } from '../support/workflow-server.js'

const newFolder = useTemporaryFolders()
const writing = ['write', 'writev', 'pwrite64', 'pwritev']
const syncing = ['fsync', 'fdatasync']

describe('a trace', () => {
  test('a call that waited while another thread went on is one, from its beginning to its end', () => {
    const calls = readTrace(
      [
        '7 pwrite64(19</data/world-weaver.db-wal>, "abc\\"", 4, 32) = 4',
        '7 fsync(19</data/world-weaver.db-wal> <unfinished ...>',
        '8 write(1<pipe:[99]>, "{}\\n", 3) = 3',
        '7 <... fsync resumed>)             = 0',
        '7 fsync(19</data/world-weaver.db-wal>) = -1 EIO (Input/output error)',
      ].join('\n'),
    )
    expect(calls.map(({ name, file, began, ended }) => [name, file, began, ended])).toEqual([
      ['pwrite64', '/data/world-weaver.db-wal', 0, 0],
      ['write', 'pipe:[99]', 2, 2],
      ['fsync', '/data/world-weaver.db-wal', 1, 3],
    ])
  })
})

describe.skipIf(lacks('strace'))('as the system sees it', { timeout: 120_000 }, describeTraced)

interface Traced {
  /** The writes of the log, the syncs of it, and what went to the client. */
  readonly logged: readonly SystemCall[]
  readonly synced: readonly SystemCall[]
  readonly told: readonly SystemCall[]
}

function describeTraced(): void {
  async function traced(work: (server: RawServer) => Promise<void>): Promise<Traced> {
    const trace = join(newFolder(), 'trace')
    const dataDir = newFolder()
    const server = useRawServer({
      dataDir,
      env: { WW_TOOLSETS: 'all' },
      trace: { path: trace, calls: [...writing, ...syncing] },
    })
    await server.initialize()
    await work(server)
    server.process.stdin.end()
    await server.exit
    return lookInto(trace, dataDir, ({ descriptor }) => descriptor === 1)
  }

  function lookInto(trace: string, dataDir: string, isToClient: (call: SystemCall) => boolean): Traced {
    const calls = readTrace(readFileSync(trace, 'utf8'))
    const ofLog = calls.filter(({ file }) => file === `${databaseIn(dataDir)}-wal`)
    return {
      logged: ofLog.filter(({ name }) => writing.includes(name)),
      synced: ofLog.filter(({ name }) => syncing.includes(name)),
      told: calls.filter((call) => isToClient(call) && writing.includes(call.name)),
    }
  }

  /** When the answer to a request began to leave. */
  const answerOf = ({ told }: Traced, id: unknown): SystemCall => {
    const [answer, ...more] = told.filter(({ data }) => data.includes(`,\\"jsonrpc\\":\\"2.0\\",\\"id\\":${id}}`))
    if (answer === undefined || more.length > 0) throw new Error(`${more.length} more answers to ${id}`)
    return answer
  }

  /** Throws unless what was written then was on the disk before the answer began to leave. */
  const expectSynced = ({ synced }: Traced, written: SystemCall, answer: SystemCall): void =>
    expect(synced.filter(({ began, ended }) => began > written.ended && ended < answer.began)).not.toEqual([])

  /** The same for the write of this text. */
  function expectKept(seen: Traced, text: string, answer: SystemCall): void {
    // A page is written again when others are added to it: the first time is that of this write.
    const written = seen.logged.find(({ data }) => data.includes(text))
    expect(written?.began).toBeLessThan(answer.began)
    expectSynced(seen, written!, answer)
  }

  test('[COM11] ww mcp, one write after the other: the log is on the disk before each answer leaves', async () => {
    const ids: unknown[] = []
    const seen = await traced(async (server) => {
      const ask = async (name: string, input: Readonly<Record<string, unknown>>) => {
        const answer = await server.callTool(name, input)
        const body = bodyOf(answer)
        expect(body.error).toBeUndefined()
        ids.push(answer.id)
        return body
      }
      const { id } = await ask('remember', { text: 'The ferry to Hou leaves at ten.' })
      const { id: episode_id } = await ask('create_episode', { content: 'The crane broke.', outcome: 'failure' })
      await ask('mark_important', { episode_id, new_valence: 0.9 })
      await ask('correct', { id, text: 'The ferry to Hou leaves at eleven.' })
      const { id: entity_id } = await ask('create_entity', { name: 'Crane 7', entity_type: 'TOOL', summary: 'Lifts.' })
      await ask('supersede_fact', { entity_id, new_summary: 'Lifts no more.' })
      await ask('gwt_store', { content: 'Somebody must look at the crane.' })
      await ask('gwt_set_goal', { description: 'Mend the crane.' })
      await ask('gwt_import_memory', { jsonl: '{"content": "The harbour has three cranes."}' })
      await ask('create_skill', { trajectory: [{ action: 'Mend' }], outcome_score: 0.9, domain: 'coding' })
      await ask('forget', { ids: [episode_id], dry_run: false })
    })
    let before = 0
    for (const answer of ids.map((id) => answerOf(seen, id))) {
      const written = seen.logged.filter(({ began }) => began > before && began < answer.began)
      expect(written.length).toBeGreaterThan(0)
      expectSynced(seen, written.at(-1)!, answer)
      before = answer.ended
    }
  })

  test('[COM11] ww mcp, sixteen at once, which share commits: each is on the disk before its own answer leaves', async () => {
    const marks = Array.from(
      { length: 48 },
      (_, at) => `quay${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}berth`,
    )
    const ids = new Map<string, unknown>()
    const seen = await traced(async (server) => {
      await server.callTool('remember', { text: 'The store is there.' })
      const waiting = marks.values()
      const one = async () => {
        for (const mark of waiting) {
          const answer = await server.callTool('remember', { text: `The ship lies at ${mark}.` })
          ids.set(mark, answer.id)
        }
      }
      await Promise.all(Array.from({ length: 16 }, one))
    })
    expect(ids.size).toBe(marks.length)
    for (const [mark, id] of ids) {
      const answer = answerOf(seen, id)
      expectKept(seen, `The ship lies at ${mark}.`, answer)
    }
    // They did share: otherwise this was the test above.
    expect(seen.synced.length).toBeLessThan(marks.length)
  })

  test('[COM11] ww serve, eight at once: each is on the disk before its own answer leaves', async () => {
    const trace = join(newFolder(), 'trace')
    const dataDir = newFolder()
    const server = await useWorkflowServer({ dataDir, trace: { path: trace, calls: [...writing, ...syncing] } })
    const ids = new Map<string, string>()
    const tell = async (text: string) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${server.url}/tools/remember`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ text }),
      })
      ids.set(text, ((await answer.json()) as { readonly id: string }).id)
    }
    for (let turn = 0; turn < 3; turn++)
      await Promise.all(Array.from({ length: 8 }, (_, at) => tell(`The ship of turn ${turn} lies at quay ${at}.`)))
    await server.stop()
    const seen = lookInto(trace, dataDir, ({ file }) => file.startsWith('socket:'))
    expect(ids.size).toBe(24)
    for (const [text, id] of ids) {
      // Later answers name it as one that theirs may replace.
      const own = new RegExp(`{\\\\?"id\\\\?":\\\\?"${id}\\\\?",(?!\\\\?"(excerpt|replaced_by))`)
      const [answer, ...more] = seen.told.filter(({ data }) => own.test(data))
      expect(more).toEqual([])
      expectKept(seen, text, answer!)
    }
  })

  test.each([
    { failsFrom: 3, isStoreMade: false },
    // How many there are until the store is made depends on who comes first.
    { failsFrom: 24, isStoreMade: true },
  ])(
    '[COM11] a disk that fails at sync $failsFrom and ever after: no write is answered as done',
    async ({ failsFrom, isStoreMade }) => {
      const dataDir = newFolder()
      const trace = { path: join(newFolder(), 'trace'), calls: syncing, failsFrom }
      const server = useRawServer({ dataDir, trace })
      await server.initialize()
      const kept = new Map<unknown, string>()
      const refused: unknown[] = []
      for (let call = 0; call < 60 && refused.length < 4; call++) {
        const text = `The ferry left pier ${call}.`
        const body = bodyOf(await server.callTool('remember', { text }))
        if (body.error === undefined) kept.set(body.id, text)
        else refused.push(body)
      }
      expect(refused).not.toEqual([])
      expect(kept.size > 0).toBe(isStoreMade)
      for (const body of refused)
        expect(body).toMatchObject({
          error: 'internal_error',
          message: expect.stringMatching(/^The disk cannot read or write/),
        })
      server.process.stdin.end()
      await server.exit
      const failed = readFileSync(trace.path, 'utf8').match(/EIO .*INJECTED/g) ?? []
      expect(failed.length).toBeGreaterThanOrEqual(refused.length)
      const next = useRawServer({ dataDir })
      await next.initialize()
      for (const [id, text] of kept) expect(bodyOf(await next.callTool('get_memory', { id })).content).toBe(text)
      expect(bodyOf(await next.callTool('remember', { text: 'The disk is well again.' })).error).toBeUndefined()
    },
  )
}
