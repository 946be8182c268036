import { describe, expect, test } from 'vitest'
import { createTranscriptReader } from '#ww/adapters/foreign-formats/read-transcript.js'
import { originOf } from '#ww/adapters/foreign-formats/transcript-origin.js'
import { summariseSession } from '#ww/memory/hooks/session/summarise-session.js'

interface Script {
  readonly name: string
  readonly client: string
  readonly isHeadless: boolean
  readonly leavesNothing: boolean
  readonly projectSays: readonly string[]
  readonly points: readonly { readonly name: string; readonly alternatives: readonly (readonly string[])[] }[]
  readonly turns: readonly { readonly text: string }[]
}
interface Stage {
  readonly name: string
  readonly transcript: string
}
interface Sums {
  readonly recall: number
  readonly precision: number
  readonly questionOnly: number
  readonly unwanted: number
}

// Programs of plain JavaScript, without types of their own.
const load = async <Module>(name: string) => (await import(new URL(name, import.meta.url).href)) as Module
const { readSessions } = await load<{ readSessions(half: string): readonly Script[] }>('./read-script.mjs')
const { stagesOf } = await load<{
  stagesOf(script: Script, given: { session: string; cwd: string }): readonly Stage[]
}>('./transcripts.mjs')
const { judgeSession, sumUp } = await load<{
  judgeSession(script: Script, texts: readonly string[]): object
  sumUp(judged: readonly object[]): Sums
}>('./judge.mjs')

const cwd = '/home/ada/shop'

function leftBy(script: Script): readonly string[] {
  const { name, transcript } = stagesOf(script, { session: script.name, cwd }).at(-1)!
  const lines = name.endsWith('.json') ? [transcript] : transcript.split('\n')
  const read = createTranscriptReader()
  const events = lines.flatMap((line) => read(line))
  expect(originOf(lines.slice(0, 40)).isHeadless).toBe(script.isHeadless)
  if (script.isHeadless) return []
  const known = { remembered: script.projectSays, isIgnored: () => false, folder: cwd }
  return [summariseSession(events, known)?.text].filter((text) => text !== undefined)
}

describe('the sessions of `npm run bench:sessions`', () => {
  test.each(['development', 'set-aside'])('%s: a label asks only for words of its session', (half) => {
    for (const { name, points, turns, leavesNothing } of readSessions(half)) {
      const said = turns.map(({ text }) => text.toLowerCase()).join('\n')
      expect({ name, leavesNothing }).toEqual({ name, leavesNothing: points.length === 0 })
      for (const { name: point, alternatives } of points) {
        const isThere = alternatives.some((words) => words.every((word) => said.includes(word)))
        expect({ name, point, isThere }).toEqual({ name, point, isThere: true })
      }
    }
  })

  test('[HOK23] those of the development half leave what matters, and none the request alone', () => {
    const sums = sumUp(readSessions('development').map((script) => judgeSession(script, leftBy(script))))
    expect(sums.recall).toBeGreaterThanOrEqual(0.9)
    expect(sums.precision).toBeGreaterThanOrEqual(0.8)
    expect(sums).toMatchObject({ questionOnly: 0, unwanted: 0 })
  })
})
