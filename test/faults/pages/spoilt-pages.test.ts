import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { databaseIn } from '../../support/database.js'
import { createRandom } from '../../support/random.js'
import { useTemporaryFolders } from '../../support/temporary-folder.js'
import { type Asked, askProcess, copyTo, fillStore, judge, type Outcome } from './asked-store.js'
import { type Manner, manners, type Page, pagesOf, spoilPage } from './spoil-page.js'

const newFolder = useTemporaryFolders()
/** At length every table and index in every manner; else a few, pinned. */
const isLong = Number(process.env.WW_FAULTS_COUNT ?? 0) >= 1_000 || process.env.WW_FAULTS_PAGES === 'all'
const onlyTree = process.env.WW_FAULTS_PAGES_ONLY
const memories = isLong ? 4_500 : 300
const lanes = isLong ? 4 : 2
const pinned: readonly (readonly [tree: string, manner: Manner])[] = [
  ['vectors', 'one bit'],
  ['memories', 'four bytes'],
  ['terms', 'swapped keys'],
  ['postings_data', 'one bit'],
  ['open_edges', 'zeros'],
  ['labels', 'another page'],
]

interface Planned {
  readonly page: Page
  readonly manner: Manner
}

function plan(pages: readonly Page[], random: ReturnType<typeof createRandom>): Planned[] {
  const trees = [...new Set(pages.map(({ tree }) => tree))].filter(
    (tree) => onlyTree === undefined || onlyTree.split(',').includes(tree),
  )
  const chosen = isLong ? manners.flatMap((manner) => trees.map((tree) => [tree, manner] as const)) : pinned
  return chosen.map(([tree, manner]) => ({ manner, page: random.pick(pages.filter((page) => page.tree === tree)) }))
}

/** To look into: which answers differ, and what was logged. */
const differences = (asked: Asked, sound: Asked) => ({
  answers: asked.second.flatMap((answer, at) =>
    JSON.stringify(answer) === JSON.stringify(sound.second[at])
      ? []
      : [[at, JSON.stringify(answer).slice(0, 300), JSON.stringify(sound.second[at]).slice(0, 300)]],
  ),
  warnings: asked.warnings.map((line) => line.slice(0, 600)),
  isChecked: asked.isChecked,
})

test('[COM11] one spoilt page of any table or index: the same answers, or a clear word', {
  timeout: isLong ? 7_200_000 : 300_000,
}, async () => {
  const store = newFolder()
  const ids = await fillStore(store, memories)
  const pages = pagesOf(databaseIn(store))
  const sound = await askProcess(copyTo(store, newFolder()), ids)
  expect(await askProcess(copyTo(store, newFolder()), ids)).toMatchObject({ first: sound.first, second: sound.second })
  expect(sound).toMatchObject({ warnings: [], isChecked: true })

  const random = createRandom(Number(process.env.WW_FAULTS_FIRST_SEED ?? 1))
  const waiting = plan(pages, random).values()
  const outcomes: {
    readonly tree: string
    readonly manner: Manner
    readonly outcome: Outcome
    readonly atOnce: Outcome
    readonly asked?: unknown
  }[] = []
  const lane = async (number: number) => {
    for (const { page, manner } of waiting) {
      const copy = copyTo(store, join(newFolder(), String(number)))
      if (!spoilPage(databaseIn(copy), page, pages, manner, random)) continue
      const asked = await askProcess(copy, ids)
      const atOnce = judge({ ...asked, second: asked.first, warnings: [] }, { ...sound, second: sound.first })
      const outcome = judge(asked, sound)
      outcomes.push({
        tree: page.tree,
        manner,
        outcome,
        atOnce,
        ...(outcome === 'SILENTLY DIFFERENT' ? { asked: differences(asked, sound) } : {}),
      })
      if (isLong)
        process.stdout.write(
          `${JSON.stringify({ ...outcomes.at(-1), page, warnings: asked.warnings.map((line) => line.slice(0, 300)) })}\n`,
        )
      rmSync(copy, { recursive: true, force: true })
    }
  }
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)))
  expect(outcomes.filter(({ outcome }) => outcome === 'SILENTLY DIFFERENT')).toEqual([])
  expect(outcomes.length).toBeGreaterThan(isLong ? 100 : 4)
})
