import { expect, test } from 'vitest'
import type { LineOutcome } from '#ww/index.js'
import { idOf } from '../../support/memories.js'
import { useMinds } from '../../support/minds.js'
import { exportLines, importLines, whatBecame } from '../../support/moving.js'

const minds = useMinds()

/** Too long to share a batch with the lines behind it, and bad. */
const cut = 'x'.repeat(1_000_000)

/** Each leans on the one before it, and some on the one behind: by links, scenes, names, contents and versions. */
const count = 96
const lines = Array.from({ length: count }, (_, number) => leaning(number))

function leaning(number: number): object {
  const created_at = new Date(Date.UTC(2026, 0, 5, 9, number)).toISOString()
  const [own, previous, next] = [`n${number}`, `n${number - 1}`, `n${number + 1}`]
  const past = { version: 1, ended_at: created_at, state: 'active', importance: 0.2, tags: [], facets: {} }
  switch (number % 8) {
    case 0:
      return { id: own, content: `Entry ${number}.`, created_at, scene: `scene ${number >> 4}`, linked_ids: [next] }
    case 1:
      return { id: own, content: `Entry ${number}.`, created_at, scene: `scene ${number >> 4}`, linked_ids: [previous] }
    case 2:
      return { id: own, content: `Entry ${number}.`, created_at, version_of: previous }
    case 3:
      return { content: `Said ${number >> 4} times over.`, created_at }
    case 4:
      return { content: `Said  ${number >> 4} times over. `, created_at }
    case 5:
      return { content: 'Staging moved. To another port.', memory_type: 'semantic', tags: [own], created_at }
    case 6:
      return { id: idOf(number), content: `Entry ${number}.`, created_at, derived_from: [`n${number - 4}`] }
    default:
      return { id: idOf(number - 1), content: `Entry ${number - 1}.`, importance: 0.9, created_at, versions: [past] }
  }
}

/** The file with a cut behind every so many lines. */
const cutBehind = (every: number) =>
  lines.flatMap((line, place) => ((place + 1) % every === 0 ? [line, cut] : [line])) as (string | object)[]

/** Of the lines that are no cuts, by their place. */
const good = (outcomes: readonly LineOutcome[]) =>
  outcomes.flatMap((outcome) => (outcome.what === 'bad' ? [] : [{ what: outcome.what, id: outcome.id }]))

test('[GWT14] where a batch ends is seen in nothing that it leaves', { timeout: 120_000 }, async () => {
  const whole = minds.open()
  const outcomes = good(await importLines(whole, lines))
  const told = await exportLines(whole)
  expect(new Set(outcomes.map(({ what }) => what))).toEqual(new Set(['added', 'updated', 'duplicate']))
  for (const every of [1, 3, 16]) {
    const mind = minds.open()
    expect(good(await importLines(mind, cutBehind(every)))).toEqual(outcomes)
    expect(await exportLines(mind)).toEqual(told)
  }
})

test('[GWT14] a second run in other batches adds nothing', { timeout: 60_000 }, async () => {
  const mind = minds.open()
  await importLines(mind, cutBehind(2))
  const told = await exportLines(mind)
  const again = await importLines(mind, cutBehind(5))
  expect(new Set(whatBecame(again))).toEqual(new Set(['duplicate', 'bad']))
  expect(await exportLines(mind)).toEqual(told)
})

test('[GWT14] who stops listening leaves whole batches', { timeout: 60_000 }, async () => {
  const other = minds.open()
  const added = (await importLines(other, lines)).map(({ what }) => what === 'added')
  const perBatch = 8
  const wholeBatches = added.flatMap((_, place) =>
    place % perBatch === 0 ? [added.slice(0, place).filter(Boolean).length] : [],
  )
  const mind = minds.open()
  const bytes = Buffer.from(
    cutBehind(perBatch)
      .map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
      .join('\n'),
  )
  const heard: string[] = []
  for await (const outcome of mind.import([bytes])) {
    if (outcome.what === 'added') heard.push(outcome.id)
    if (heard.length === 20) break
  }
  const stored = new Set((await exportLines(mind)).map((line): string => JSON.parse(line).id))
  expect(heard.filter((id) => !stored.has(id))).toEqual([])
  expect(wholeBatches).toContain(stored.size)
  await importLines(mind, lines)
  expect(await exportLines(mind)).toHaveLength((await exportLines(other)).length)
})
