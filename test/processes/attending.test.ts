import { describe, expect, test } from 'vitest'
import { fromStored, toStored, workspaceName } from '#ww/memory/workspace/state/stored-workspace.js'
import { emptyWorkspace } from '#ww/memory/workspace/state/workspace.js'
import { retryUnderLease } from '#ww/operations/workspace/cycle/retry-under-lease.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import { StoreConflict } from '#ww/ports/store/errors.js'
import { integrityOf } from '../support/database.js'
import { useMinds } from '../support/minds.js'
import { startLibraryProcess } from '../support/other-process.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const temporaryFolder = useTemporaryFolders()
const minds = useMinds()

type Ask = (name: string, input: Readonly<Record<string, unknown>>) => Promise<Record<string, unknown>>

/** Nothing is in two places, and what a broadcast seated is where later ones left it. */
async function expectSoundMind(ask: Ask): Promise<string[]> {
  const { slots } = (await ask('gwt_inspect', { target: 'workspace' })) as { slots: { id: string | null }[] }
  const { items } = (await ask('gwt_inspect', { target: 'buffer' })) as { items: { id: string }[] }
  const conscious = slots.flatMap(({ id }) => id ?? [])
  const all = [...conscious, ...items.map(({ id }) => id)]
  expect(slots).toHaveLength(7)
  expect(new Set(all).size).toBe(all.length)
  return conscious
}

describe('two processes that attend in the same session at once', () => {
  test('[WSP2] [GWT10] [COM11] no call fails, no slot is lost or doubled, every cycle counts', {
    timeout: 120_000,
  }, async () => {
    const dataDir = temporaryFolder()
    const pair = await Promise.all([startLibraryProcess(dataDir), startLibraryProcess(dataDir)])
    const rounds = 6
    for (const region of ['North', 'South'])
      for (let number = 0; number < 5; number++)
        await pair[0]!.ask('remember', { text: `name=Lamp ${region} ${number}, price=${number}, region=${region}` })

    const cycles = await Promise.all(
      pair.map(async (own, at) => {
        let broadcasts = 0
        for (let round = 0; round < rounds; round++) {
          const region = (round + at) % 2 === 0 ? 'North' : 'South'
          const answer = await own.ask('gwt_attend', { question: `How many are in region ${region}?`, passes: 2 })
          expect(answer).toMatchObject({ evidence_plan: { answer: '5' } })
          broadcasts += Number(answer.passes_completed)
          const slots = answer.workspace as { id: string | null }[]
          const ids = slots.flatMap(({ id }) => id ?? [])
          expect(new Set(ids).size).toBe(ids.length)
        }
        return broadcasts
      }),
    )
    expect(pair.map((each) => each.log())).toEqual(['', ''])

    const minds = await Promise.all(pair.map((each) => expectSoundMind(each.ask)))
    expect(minds[0]).toEqual(minds[1])
    expect(minds[0]).toHaveLength(7)
    // A cycle that was lost under another would be missing here.
    const { cycle } = await pair[1]!.ask('gwt_inspect', { target: 'stats' })
    expect(cycle).toBe(cycles[0]! + cycles[1]!)
    // The same answer to the same question is stored once, whoever was first.
    const { results } = (await pair[0]!.ask('gwt_query', { query: 'How many?', k: 100, memory_type: 'working' })) as {
      results: { content: string }[]
    }
    expect(results.map(({ content }) => content).sort()).toEqual([
      'How many are in region North? 5',
      'How many are in region South? 5',
    ])
    await Promise.all(pair.map((each) => each.close()))
    expect(integrityOf(dataDir)).toBe('ok')
  })

  test('[WSP2] [GWT10] the same within one process, and through two handles, with a storm of other changes', async () => {
    const dataDir = minds.newFolder()
    const pair = [minds.open({ dataDir, threads: 'workers' }), minds.open({ dataDir, threads: 'workers' })]
    const stored = await Promise.all(
      Array.from({ length: 10 }, (_, at) => pair[at % 2]!.call('gwt_store', { content: `Lamp ${at} is in the hall.` })),
    )
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, (_, at) =>
        pair[at % 2]!.call('gwt_attend', { question: 'Which lamp is in the hall?' }),
      ),
      ...Array.from({ length: 3 }, (_, at) => pair[at % 2]!.call('gwt_broadcast', {})),
      ...stored.slice(0, 4).map(({ id }, at) => pair[at % 2]!.call('gwt_evict', { item_id: id })),
    ])
    for (const answer of answers) expect(answer).not.toHaveProperty('error')
    const ask: Ask = (name, input) => pair[0]!.call(name as 'gwt_inspect', input)
    const conscious = await expectSoundMind(ask)
    expect(conscious.length).toBeGreaterThan(0)
    expect(await ask('gwt_inspect', { target: 'stats' })).toMatchObject({ cycle: 9 })
    expect(await ask('gwt_inspect', { target: 'goals' })).toMatchObject({ goals: [{ origin: 'attend' }] })
  })

  test('[WSP2] [COM11] who needs longer for a change has its turn, however quick the others are', async () => {
    const dataDir = minds.newFolder()
    const [slow, quick] = [minds.openStore(dataDir), minds.openStore(dataDir)]
    const name = workspaceName('default', null)
    const revise = async (store: MemoryStore, revision: number | null, holder?: string) => {
      const bookmarks = { [name]: toStored(revision, emptyWorkspace) }
      const under = holder === undefined ? {} : { holder }
      await store.commit({ at: 1, expectCheckpoints: { [name]: revision }, checkpoints: bookmarks, ...under })
    }
    const revision = async () => fromStored((await quick!.checkpoints([name]))[name]).revision
    let attempts = 0
    await retryUnderLease(name, { memories: slow! }, async (holder) => {
      attempts++
      const before = await revision()
      // The other is always there first, if it may.
      await revise(quick!, before).catch((error: unknown) => expect(error).toBeInstanceOf(StoreConflict))
      await revise(slow!, before, holder)
    })
    expect(attempts).toBe(3)
    // It waits for nobody any more.
    await revise(quick!, await revision())
    expect(await revision()).toBe(4)
  })
})
