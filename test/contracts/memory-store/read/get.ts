import { beforeAll, describe, expect, test } from 'vitest'
import { kinds } from '#ww/memory/memory.js'
import type { MemoryStore } from '#ww/ports/memory-store.js'
import { aNewMemory, idOf, minutes, newMemories, start } from '../../../support/memories.js'
import { type OpenStore, queryIds, useStores, wholePage } from '../stores.js'

const texts: Record<string, string> = {
  emoji: 'ship it 🚀👩‍👩‍👧‍👦🏳️‍🌈 👍🏽',
  'line ends': 'one\r\ntwo\rthree\n\n\tfour\u2028five ',
  'combining characters': 'e\u0301 is not \u00e9, A\u030a is not \u00c5, \ufb01 stays',
  Chinese: '我们昨天修复了登录错误。',
  Japanese: 'データベースの移行が失敗しました',
  'right to left': 'שלום עולם، مرحبا',
  quotes: `it's "quoted" \`code\` ''twice'' ""twice""`,
  JSON: '{"a": [1, null, "\\u0000"], "b": "\\""}',
  backslashes: 'C:\\temp\\new \\n \\\\ \\',
  wildcards: '100% of _ * ? [a-z] NEAR("x" AND y) OR -z:^1',
  statements: "'); DROP TABLE memories; --",
  blanks: '  leading and trailing \u00a0 ',
  'control characters': 'bell \u0007 escape \u001b[31m delete \u007f',
  '100,000 characters': 'Hügel und Täler 🏔 '.repeat(5_000).padEnd(100_000, 'x').slice(0, 100_000),
}

export function describeGet(open: OpenStore): void {
  describe('get', () => {
    const stores = useStores(open)

    test('answers in the order asked, undefined where there is none', async () => {
      const store = await stores.fresh(await newMemories([1, 2, 3].map((number) => ({ id: idOf(number) }))))
      const found = await store.get([idOf(3), idOf(9), idOf(1), idOf(3), 'nonsense'])
      expect(found.map((memory) => memory?.id)).toEqual([idOf(3), undefined, idOf(1), idOf(3), undefined])
      expect(await store.get([])).toEqual([])
    })

    test.each(kinds)('gives every field of a memory of the kind %s back', async (kind) => {
      const given = await aNewMemory({
        kind,
        project: 'weaver',
        session: 'a-session',
        source: 'import:notes',
        text: 'All fields.',
        summary: 'Fields',
        facets: {
          outcome: 'partial',
          steps: [{ tool: 'sed', n: 1 }],
          deep: { nothing: null, is: ['lost'] },
          ok: false,
        },
        tags: ['b', 'a', 'ü 🚀', '#x="y"'],
        happenedAt: start - 5,
        recordedAt: start + 7,
        validFrom: start - 9,
        validTo: start + 99,
        importance: 0.123456789,
        state: 'retired',
        strength: {
          stability: 1.25,
          difficulty: 5.5,
          reviewedAt: start + 1,
          uses: 3,
          recentUses: [start, start + 1],
          accessedAt: start + 2,
        },
        joinsScene: false,
      })
      const store = await stores.fresh([given])
      const [found] = await store.get([given.memory.id])
      expect(found).toEqual({
        ...given.memory,
        saidAs: given.index.saidAs,
        origin: null,
        scene: null,
        version: 1,
        strength: given.strength,
      })
    })

    test('gives moments before 1970 and importance at its bounds back', async () => {
      const old = await aNewMemory({ happenedAt: Date.UTC(1869, 6, 20), importance: 0, summary: '' })
      const sure = await aNewMemory({ importance: 1 })
      const store = await stores.fresh([old, sure])
      expect(await store.get([old.memory.id, sure.memory.id])).toMatchObject([old.memory, sure.memory])
    })

    describe('text', () => {
      let store: MemoryStore
      beforeAll(async () => {
        store = await stores.fresh()
      })

      test.each(Object.keys(texts))('[COM4] comes back byte for byte: %s', async (name) => {
        const text = texts[name]!
        const given = await aNewMemory({
          text,
          summary: text,
          facets: { text, [text.slice(0, 40)]: [text] },
          tags: [text],
        })
        await store.commit({ at: start, add: [given] })
        const [found] = await store.get([given.memory.id])
        expect(Buffer.from(found!.text).equals(Buffer.from(text))).toBe(true)
        expect(found).toMatchObject({ summary: text, facets: given.memory.facets, tags: [text] })
        const { memories } = await store.query({ tags: [text] }, wholePage)
        expect(memories.map((each) => each.text)).toEqual([text])
        expect(await queryIds(store, { facets: { text } }, wholePage)).toEqual([given.memory.id])
      })
    })

    describe('as of a moment', () => {
      const [first, second, third] = [minutes(10), minutes(20), minutes(30)].map((later) => start + later) as [
        number,
        number,
        number,
      ]
      const original = { importance: 0.2, tags: ['a'], facets: { outcome: 'failure' }, validTo: null, state: 'active' }
      const steps = [
        { importance: 0.9 },
        { tags: ['b', 'c'], facets: { outcome: 'success', fixed: true } },
        { validTo: third, state: 'hidden' },
      ] as const
      let store: MemoryStore

      beforeAll(async () => {
        store = await stores.fresh([
          await aNewMemory({ id: idOf(1), importance: 0.2, tags: ['a'], facets: { outcome: 'failure' } }),
        ])
        for (const [step, at] of [first, second, third].entries()) {
          await store.commit({ at, change: [{ id: idOf(1), version: step + 1, ...steps[step]! }] })
        }
      })

      const versions = [
        { ...original, version: 1 },
        { ...original, ...steps[0], version: 2 },
        { ...original, ...steps[0], ...steps[1], version: 3 },
        { ...original, ...steps[0], ...steps[1], ...steps[2], version: 4 },
      ]

      test.each([
        ['the moment it was recorded', start, 0],
        ['just before a change', first - 1, 0],
        ['the moment of a change', first, 1],
        ['between two changes', second - 1, 1],
        ['the second change', second, 2],
        ['just before the last', third - 1, 2],
        ['the last', third, 3],
        ['long after', third + minutes(1_000), 3],
      ])('[COM15] shows importance, tags, facets, validity and state of %s', async (_, asOf, version) => {
        expect(await store.get([idOf(1)], asOf)).toMatchObject([versions[version]!])
        const [found] = await store.get([idOf(1)], asOf)
        expect(found?.facets).toEqual(versions[version]!.facets)
      })

      test('[COM15] without one shows the newest version', async () => {
        expect(await store.get([idOf(1)])).toMatchObject([versions[3]!])
      })

      test('[EPI5] was not known before it was recorded', async () => {
        expect(await store.get([idOf(1), idOf(1)], start - 1)).toEqual([undefined, undefined])
      })

      test('[EPI5] what happened long ago was known only when it was recorded', async () => {
        const late = await aNewMemory({ happenedAt: start, recordedAt: start + minutes(5) })
        await store.commit({ at: start + minutes(5), add: [late] })
        expect(await store.get([late.memory.id], start + minutes(5) - 1)).toEqual([undefined])
        expect(await store.get([late.memory.id], start + minutes(5))).toMatchObject([late.memory])
      })

      test('[COM15] a clock that stepped back does not change the past', async () => {
        const given = await aNewMemory({ importance: 0.1 })
        await store.commit({ at: start, add: [given] })
        const { id } = given.memory
        await store.commit({ at: second, change: [{ id, version: 1, importance: 0.2 }] })
        await store.commit({ at: first, change: [{ id, version: 2, importance: 0.3 }] })
        expect(await store.get([id], second - 1)).toMatchObject([{ importance: 0.1 }])
        expect(await store.get([id], second)).toMatchObject([{ importance: 0.3 }])
      })
    })
  })
}
