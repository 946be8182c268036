import { expect, test } from 'vitest'
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { openStaticTokenSpace } from '#ww/adapters/embedders/static/static-token-space.js'
import { createStderrLog } from '#ww/adapters/system/stderr-log.js'
import { createUuidIds } from '#ww/adapters/system/uuid-ids.js'
import { defaultWeights } from '#ww/memory/activation/weights.js'
import { importMemories, type LineOutcome } from '#ww/operations/import-export/import-memories.js'
import type { OperationContext } from '#ww/operations/machinery/operation-context.js'
import { createBus } from '#ww/operations/workspace/bus/bus.js'
import { cacheStructures } from '#ww/operations/workspace/cycle/structures.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import type { Batch } from '#ww/ports/store/write.js'
import { aNewMemory, idOf, start } from '../../support/memories.js'
import { createSettableClock, useMinds } from '../../support/minds.js'
import { idsOf, whatBecame } from '../../support/moving.js'

const minds = useMinds()

/** The store, before whose every commit somebody else has their turn. */
async function importBeside(
  store: MemoryStore,
  lines: readonly object[],
  before: (batch: Batch, turn: number) => Promise<unknown>,
): Promise<LineOutcome[]> {
  let turn = 0
  const memories: MemoryStore = {
    ...store,
    async commit(batch) {
      await before(batch, ++turn)
      return store.commit(batch)
    },
  }
  const context: OperationContext = {
    memories,
    embedder: createStaticEmbedder(),
    tokenSpace: openStaticTokenSpace,
    noteUses: () => undefined,
    structures: cacheStructures(memories),
    bus: createBus([]),
    clock: createSettableClock(),
    ids: createUuidIds(),
    log: createStderrLog({ level: 'silent' }),
    weights: defaultWeights,
    secrets: 'flag',
    defaults: { session: 'default', project: null },
    dataDir: '/nowhere',
    namespace: { scope: 'global', name: 'nowhere' },
    checksOutput: true,
  }
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  const outcomes: LineOutcome[] = []
  for await (const some of importMemories([Buffer.from(text)], {}, context)) outcomes.push(...some)
  return outcomes
}

const lines = [
  { id: idOf(1), content: 'Ours.', scene: idOf(1), created_at: '2026-01-05' },
  {
    id: idOf(2),
    content: 'With it.',
    scene: idOf(1),
    edges: [{ type: 'USES', target: idOf(1) }],
    created_at: '2026-01-05',
  },
]

test('[GWT14] an id that somebody takes between the look and the writing is theirs', async () => {
  const store = minds.openStore(minds.newFolder())
  const theirs = await aNewMemory({ id: idOf(1), text: 'Theirs.' })
  const outcomes = await importBeside(store, lines, async (_, turn) => {
    if (turn === 1) await store.commit({ at: start, add: [theirs] })
  })
  expect(whatBecame(outcomes)).toEqual(['added', 'added'])
  const [ours, friend] = idsOf(outcomes) as [string, string]
  expect([ours === idOf(1), friend]).toEqual([false, idOf(2)])
  expect(await store.neighbours([idOf(1), ours])).toMatchObject([{ source: idOf(2), target: ours }])
  const [one, other] = await store.get([ours, friend])
  expect(one!.scene).toBe(other!.scene)
})

test('[GWT14] what was planned on a batch that is refused is planned anew', async () => {
  const store = minds.openStore(minds.newFolder())
  const theirs = await aNewMemory({ id: idOf(1), text: 'Theirs.' })
  const many = Array.from({ length: 600 }, (_, number) => ({ id: idOf(number), content: `Entry ${number}` }))
  const leaning = [
    { id: idOf(1), content: 'Entry 1' },
    { id: idOf(900), content: 'Linked.', edges: [{ type: 'USES', target: idOf(1) }] },
  ]
  const outcomes = await importBeside(store, [...many, ...leaning], async (_, turn) => {
    if (turn === 1) await store.commit({ at: start, add: [theirs] })
  })
  const ids = idsOf(outcomes)
  expect(whatBecame(outcomes.slice(-2))).toEqual(['duplicate', 'added'])
  expect(ids[1]).not.toBe(idOf(1))
  expect(ids.at(-2)).toBe(ids[1])
  expect(await store.neighbours([idOf(900)])).toMatchObject([{ target: ids[1] }])
  expect(await store.neighbours([idOf(1)])).toEqual([])
})

test('[GWT14] what somebody imports at the same moment is a duplicate', async () => {
  const store = minds.openStore(minds.newFolder())
  const outcomes = await importBeside(store, lines, async (batch, turn) => {
    if (turn === 1) await store.commit(batch)
  })
  expect(whatBecame(outcomes)).toEqual(['duplicate', 'duplicate'])
  expect(await store.neighbours([idOf(1)])).toHaveLength(1)
})

test('[GWT14] a version that somebody opens meanwhile is led on from', async () => {
  const store = minds.openStore(minds.newFolder())
  await store.commit({ at: start, add: [await aNewMemory({ id: idOf(1), text: 'It changes.' })] })
  const past = (version: number) => ({
    version,
    ended_at: '2026-01-06',
    state: 'active',
    importance: 0.1,
    tags: [],
    facets: {},
  })
  const line = { id: idOf(1), content: 'It changes.', importance: 1, versions: [past(1), past(2), past(3)] }
  const outcomes = await importBeside(store, [line], async (_, turn) => {
    if (turn === 1) await store.commit({ at: start, change: [{ id: idOf(1), version: 1, importance: 0.7 }] })
  })
  expect(whatBecame(outcomes)).toEqual(['updated'])
  expect(await store.get([idOf(1)])).toMatchObject([{ version: 4, importance: 1 }])
})

test('[OPS4] a link to what came with this import and was forgotten since is left out, not the line', async () => {
  const store = minds.openStore(minds.newFolder())
  const many = Array.from({ length: 600 }, (_, number) => ({ id: idOf(number), content: `Entry ${number}` }))
  const linked = {
    id: idOf(999),
    content: 'Linked.',
    edges: [idOf(1), idOf(2)].map((target) => ({ type: 'USES', target })),
  }
  const outcomes = await importBeside(store, [...many, linked], async (_, turn) => {
    if (turn === 2) await store.erase({ at: start, ids: [idOf(1)] })
  })
  expect(outcomes.at(-2)).toMatchObject({ what: 'added', id: idOf(999) })
  expect(outcomes.at(-1)).toMatchObject({ what: 'unconnected', id: idOf(1) })
  expect(await store.neighbours([idOf(999)])).toMatchObject([{ target: idOf(2) }])
})

test('a store that never comes to rest is an error, not an endless loop', async () => {
  const store = minds.openStore(minds.newFolder())
  const refused = importBeside(
    store,
    [
      { id: 'theirs', content: 'x' },
      { id: 'x', content: 'x' },
    ],
    async (batch) => {
      // Whatever id it chooses next, somebody has it already.
      for (const each of batch.add ?? []) {
        const taken = await aNewMemory({ id: each.memory.id, text: 'Theirs.', session: 'other' })
        await store.commit({ at: start, add: [taken] }).catch(() => undefined)
      }
    },
  )
  await expect(refused).rejects.toMatchObject({ code: 'internal_error' })
})
