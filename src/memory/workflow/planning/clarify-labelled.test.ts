import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../memory.js'
import { clarify } from './clarify.js'
import type { Exchange } from './planning-input.js'
import { resolve } from './resolve.js'

interface Labelled {
  readonly question: string
  readonly asks: boolean
  readonly because: string
  readonly turns?: readonly Exchange[]
  readonly probe?: readonly { readonly text: string; readonly score: number; readonly facets: JsonObject }[]
}

const readPart = (part: string): readonly Labelled[] =>
  JSON.parse(readFileSync(new URL(`../../../../test/bench/clarification/${part}.json`, import.meta.url), 'utf8'))

async function asksBack({ question, turns = [], probe = [] }: Labelled): Promise<boolean> {
  const asked = { question, mayAskBack: true, clarifications: [], turns, summary: [], preferences: {} }
  return clarify(asked, await resolve(asked), probe) !== undefined
}

async function score(labelled: readonly Labelled[]) {
  const answers = await Promise.all(labelled.map(async (each) => ({ ...each, asked: await asksBack(each) })))
  const rightly = answers.filter(({ asks, asked }) => asks && asked).length
  return {
    precision: rightly / answers.filter(({ asked }) => asked).length,
    recall: rightly / answers.filter(({ asks }) => asks).length,
    wrong: answers.filter(({ asks, asked }) => asks !== asked),
  }
}

const parts = {
  development: readPart('development'),
  'held out': readPart('held-out'),
  fresh: readPart('fresh'),
}
const all = Object.values(parts).flat()

test('[WPL2] the labelled questions are many, distinct, and half of them must be asked back', () => {
  expect(all.length).toBeGreaterThanOrEqual(100)
  expect(all.filter(({ asks }) => asks).length).toBe(all.length / 2)
  expect(new Set(all.map((each) => JSON.stringify(each))).size).toBe(all.length)
})

test('[WPL2] what must be asked back is: precision at least 0.9, recall at least 0.8', async () => {
  for (const [part, labelled] of Object.entries(parts)) {
    const { precision, recall, wrong } = await score(labelled)
    console.info(
      `${part}: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} (${labelled.length} questions)`,
    )
    if (part === 'development')
      for (const { question, asks } of wrong) console.info(asks ? '  missed ' : '  needless', question)
  }
  const { precision, recall } = await score(all)
  expect(precision).toBeGreaterThanOrEqual(0.9)
  expect(recall).toBeGreaterThanOrEqual(0.8)
})

test.each(['statement', 'quoted', 'identifier', 'file'])('[WPL1] a %s is never asked back', async (kind) => {
  const never = all.filter(({ because }) => because === kind)
  expect(never.length).toBeGreaterThanOrEqual(4)
  for (const each of never) expect([each.question, await asksBack(each)]).toEqual([each.question, false])
})
