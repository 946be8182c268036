import { describe, expect, test } from 'vitest'
import { launchBrowser } from '../../support/browser.js'
import { lacks } from '../../support/parts.js'
import { inspectPicture } from '../../support/pictures/inspect-picture.js'

interface Point {
  readonly minute: number
  readonly value: number
}
type Part = readonly [from: number, to: number]
interface Line {
  readonly name?: string
  readonly colour: number
  readonly points: readonly Point[]
}
// Programs of plain JavaScript, without types of their own.
const load = async <Module>(name: string) => (await import(new URL(name, import.meta.url).href)) as Module
const { slopeOf, compareParts, allowances } = await load<{
  slopeOf(points: readonly Point[]): number
  compareParts(
    points: readonly Point[],
    plan: { readonly first: Part; readonly last: Part },
    allowance: { readonly share: number; readonly plus: number },
  ): { readonly before: number; readonly after: number; readonly isFlat: boolean }
  readonly allowances: Readonly<Record<'rss' | 'handles', { readonly share: number; readonly plus: number }>>
}>('./flat.mjs')
const { planRun } = await load<{
  planRun(minutes: number): {
    readonly first: Part
    readonly last: Part
    readonly forgets: readonly number[]
    readonly exports: readonly number[]
  }
}>('./plan.mjs')
const { describeSoak, panelsOf } = await load<{
  describeSoak(measured: object): { readonly isFlat: boolean; readonly compared: string; readonly calls: string }
  panelsOf(measured: object): readonly unknown[]
}>('./describe.mjs')
const { drawPicture } = await load<{
  drawPicture(drawn: {
    readonly label: string
    readonly minutes: number
    readonly panels: readonly { readonly title: string; readonly isLogarithmic?: boolean; readonly lines: Line[] }[]
    readonly parts: readonly Part[]
    readonly events: readonly { readonly minute: number; readonly name: string }[]
  }): string
}>('./picture.mjs')

const samples = 480
/** As a whole run has them: every five seconds, with noise that comes again. */
const series = (value: (minute: number) => number): Point[] =>
  Array.from({ length: samples }, (_, place) => {
    const minute = (place + 1) / 12
    return { minute, value: value(minute) + ((place * 7919) % 13) - 6 }
  })

describe('what a soak calls flat', () => {
  const plan = planRun(40)

  test('what goes up and down around the same size is flat', () => {
    const points = series(() => 400)
    expect(compareParts(points, plan, allowances.rss)).toMatchObject({ before: 400, after: 400, isFlat: true })
    expect(Math.abs(slopeOf(points))).toBeLessThan(0.1)
  })

  test('a leak of two megabytes a minute is none, and its slope says how much it is', () => {
    const points = series((minute) => 400 + 2 * minute)
    expect(compareParts(points, plan, allowances.rss).isFlat).toBe(false)
    expect(slopeOf(points)).toBeCloseTo(2, 1)
  })

  test('three handles more at the end are not flat', () => {
    const points = [
      { minute: 21, value: 33 },
      { minute: 36, value: 36 },
    ]
    expect(compareParts(points, plan, allowances.handles).isFlat).toBe(false)
  })

  test('a few peaks do not bend a slope', () => {
    const points = series((minute) => (minute % 5 === 0 ? 4000 : 400))
    expect(Math.abs(slopeOf(points))).toBeLessThan(0.1)
  })

  test('both parts that are compared have a forgetting and an export, at the same place', () => {
    const placesIn = ([from, to]: Part) =>
      [plan.forgets, plan.exports].map((all) => all.filter((at) => at >= from && at < to).map((at) => at - from))
    expect(plan.first).toEqual([20, 25])
    expect(plan.last).toEqual([35, 40])
    expect(placesIn(plan.first)).toEqual([[2.5], [1.25]])
    expect(placesIn(plan.last)).toEqual(placesIn(plan.first))
    // Both begin with as much as was told since the last forgetting.
    const sinceForgetting = ([from]: Part) => from - Math.max(...plan.forgets.filter((at) => at < from))
    expect(sinceForgetting(plan.last)).toBeCloseTo(sinceForgetting(plan.first))
  })
})

test('a whole run, with as many calls as it has, is described', () => {
  const each = { rssMb: 300, handles: 30 }
  const measured = {
    plan: planRun(40),
    processes: [{ name: 'ww serve' }, { name: 'ww mcp' }],
    samples: series(() => 100).map(({ minute, value }) => ({
      minute,
      processes: [each, each],
      fileMb: value,
      walMb: 16,
      memories: 100_000,
      controlMs: 5,
    })),
    done: ['recall', 'read', 'write', 'change', 'workspace', 'workflow'].flatMap((kind, nth) =>
      Array.from({ length: nth === 0 ? 48_000 : 2_400 }, (_, at) => ({
        kind,
        minute: nth === 0 ? at / 1200 : at / 60,
        ms: 10 + (at % 7),
      })),
    ),
    errors: [{ kind: 'read', minute: 3, message: 'not now' }],
  }
  const { isFlat, compared, calls } = describeSoak(measured)
  expect(isFlat).toBe(true)
  expect(compared).toContain('recall, p50, ms')
  expect(calls).toContain('48,000')
  expect(panelsOf(measured)).toHaveLength(4)
})

describe('the picture of a soak', () => {
  const plan = planRun(40)
  const line = (name: string, colour: number): Line => ({ name, colour, points: series((minute) => 50 + minute) })
  const lines = ['one', 'two & three', 'four', 'five'].map(line)
  const picture = drawPicture({
    label: 'Memory "now" < then',
    minutes: 40,
    panels: [
      { title: 'Memory', lines },
      { title: 'Handles', lines },
      { title: 'Files', lines },
      { title: 'Latency', isLogarithmic: true, lines: [...lines, ...lines] },
    ],
    parts: [
      [5, 10],
      [25, 30],
    ],
    events: [
      ...plan.forgets.map((minute) => ({ minute, name: 'forget' })),
      ...plan.exports.map((minute) => ({ minute, name: 'export' })),
    ],
  })

  test('of a whole run is small', () => {
    expect(picture.length).toBeLessThan(60_000)
    expect(picture.length).toBeGreaterThan(5_000)
  })

  test('escapes what it writes', () => {
    expect(picture).toContain('aria-label="Memory &quot;now&quot; &lt; then"')
    expect(picture).toContain('>two &amp; three</text>')
  })

  test('names events that are close together once', () => {
    const words = [...picture.matchAll(/class="word"[^>]*>([^<]*)</g)].map(([, word]) => word)
    expect(words).toEqual(['12 × forget', 'forget', 'forget', 'forget', 'forget', 'export', 'export', 'export'])
  })

  test.skipIf(lacks('chromium'))('shows every word within its frame, none over another, in Chromium', async () => {
    const browser = await launchBrowser()
    try {
      expect(await inspectPicture(browser, picture)).toEqual([])
    } finally {
      await browser.close()
    }
  })

  test('has colours for the dark', () => {
    expect(picture).toContain('prefers-color-scheme:dark')
  })

  test('draws within its frame', () => {
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(picture)!
    for (const [, path] of picture.matchAll(/ d="([^"]+)"/g)) {
      let [x, y] = [0, 0]
      for (const [, kind, byX, byY] of path.matchAll(/([Ml])(-?[\d.]+) (-?[\d.]+)/g)) {
        ;[x, y] = kind === 'M' ? [Number(byX), Number(byY)] : [x + Number(byX), y + Number(byY)]
        expect(x >= 0 && x <= Number(width) && y >= 0 && y <= Number(height)).toBe(true)
      }
    }
    expect(picture).not.toContain('NaN')
  })
})
