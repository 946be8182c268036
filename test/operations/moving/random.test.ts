import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Edge, entityTypes, kinds, type Memory, outcomes, states } from '#ww/memory/memory.js'
import { entityFacets } from '#ww/memory/semantic/entity.js'
import type { NewMemory } from '#ww/ports/store/write.js'
import { storableObject, storableText } from '../../fuzz/arbitraries.js'
import { aNewMemory, days, hours, idOf, start } from '../../support/memories.js'
import { useMinds } from '../../support/minds.js'
import { exportLines, importLines, whatBecame } from '../../support/moving.js'

const minds = useMinds()

/** What four digits of a year can name. */
const [earliest, latest] = [-62_135_596_800_000, 253_402_300_799_999]
const moment = fc.oneof(
  fc.integer({ min: 0, max: hours(30) }).map((after) => start + after),
  fc.integer({ min: start - days(20_000), max: start + days(9_000) }),
  fc.constantFrom(0, earliest, latest),
)
const unit = fc.oneof(
  fc.constantFrom(0, 1),
  fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
)
const tag = storableText.map((text) => [...text].slice(0, 50).join('')).filter((text) => text.trim() !== '')
/** Of any kind: what each must have, and whatever else. */
const facets = fc
  .tuple(storableObject, fc.constantFrom(...outcomes), fc.constantFrom(...entityTypes), storableText)
  .map(([context, outcome, entity_type, name]) => {
    const entity = entityFacets({ name, entityType: entity_type, details: null }, null)
    return { ...entity, context, outcome } as Memory['facets']
  })
const changeable = {
  importance: unit,
  tags: fc.array(tag, { maxLength: 3 }),
  facets,
  state: fc.constantFrom(...states),
}
/** How long it held: nothing ends before it began. */
const lasts = fc.option(fc.integer({ min: 0, max: days(9_000) }))

const memory = fc.record({
  ...changeable,
  kind: fc.constantFrom(...kinds),
  text: storableText,
  summary: fc.option(storableText),
  session: fc.constantFrom('default', 'other', '__proto__'),
  project: fc.constantFrom(null, 'weaver'),
  source: fc.constantFrom('memory', 'hook', 'import:x'),
  happenedAt: moment,
  recordedAt: moment,
  validFrom: moment,
  lasts,
  joinsScene: fc.boolean(),
  later: fc.array(fc.record({ ...changeable, lasts }), { maxLength: 3 }),
  uses: fc.array(moment, { maxLength: 12 }),
})

// An edge is known by its ends, its type and when it began.
const edges = fc.uniqueArray(
  fc.record({
    ends: fc.tuple(fc.nat(19), fc.nat(19)),
    type: fc.constantFrom('USES', 'DERIVED_FROM', 'VERSION_OF', 'DUPLICATE_OF', 'ein Wort'),
    weight: unit,
    validFrom: moment,
    lasts: fc.option(fc.integer({ min: 0, max: hours(10) })),
    coactivations: fc.nat(9),
    coactivatedAt: fc.option(moment),
  }),
  { maxLength: 30, selector: ({ ends, type, validFrom }) => JSON.stringify([ends, type, validFrom]) },
)

const endOf = (from: number, lasts: number | null) => (lasts === null ? null : Math.min(latest, from + lasts))

test('[GWT13] whatever a store holds, another one says the same', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(memory, { minLength: 1, maxLength: 20 }), edges, async (given, links) => {
      const added: NewMemory[] = []
      for (const [number, { later: _, uses: __, lasts, ...each }] of given.entries()) {
        const validTo = endOf(each.validFrom, lasts)
        added.push(await aNewMemory({ id: idOf(given.length - number, each.kind), ...each, validTo }))
      }
      const ids = added.map(({ memory: { id } }) => id)
      const folder = await minds.folderWith(added)
      const store = minds.openStore(folder)
      for (const [number, { later, uses, validFrom }] of given.entries()) {
        const id = ids[number]!
        for (const [version, { lasts, ...each }] of later.entries()) {
          const change = { id, version: version + 1, ...each, validTo: endOf(validFrom, lasts) }
          await store.commit({ at: start + hours(version), change: [change] })
        }
        await store.reinforce(
          uses.map((at) => ({ id, at, grade: 'good' as const })),
          [],
        )
      }
      const connect = links.flatMap(({ ends: [from, to], lasts, ...rest }): Edge[] => {
        const [source, target] = [ids[from], ids[to]]
        return source === undefined || target === undefined || source === target
          ? []
          : [{ source, target, validTo: endOf(rest.validFrom, lasts), ...rest }]
      })
      await store.commit({ at: start, connect })
      await store.close()

      const lines = await exportLines(minds.open({ dataDir: folder }))
      expect(lines.length).toBe(given.length)
      const to = minds.open()
      expect(new Set(whatBecame(await importLines(to, lines)))).toEqual(new Set(['added']))
      expect(await exportLines(to)).toEqual(lines)
      expect(new Set(whatBecame(await importLines(to, lines)))).toEqual(new Set(['duplicate']))
      await to.close()
    }),
    { numRuns: 60 },
  )
})
