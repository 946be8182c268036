import { writeFileSync } from 'node:fs'
import fc from 'fast-check'
import type { Area, Target } from './area.js'
import { keepSeed, type Seed } from './seeds.js'

/** Far more than any case takes, on however busy a machine: what takes longer hangs. */
const patienceMs = 30_000
/** Of processor time, for one case: looked at in a campaign only, and to be looked into. */
const slowMs = 4_000
/** What a target keeps between cases must not grow for ever. */
const casesPerTarget = 400

export interface Budget {
  readonly seed: number
  readonly runs: number
  /** A campaign goes on until then, whatever it finds. */
  readonly ms?: number
  /** Where the case under way is written, for whoever ends a run that hangs. */
  readonly mark?: string
}

export interface AreaResult {
  readonly ms: number
  readonly cases: number
  readonly found: readonly Seed[]
}

/** As it will be read from a file: what JSON does not tell, no case may need. */
async function playOnce(target: Target, tried: unknown, mark: string | undefined): Promise<void> {
  const text = JSON.stringify(tried)
  if (mark !== undefined) writeFileSync(mark, text)
  let timer: NodeJS.Timeout | undefined
  const hung = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patienceMs} ms`)), patienceMs)
  })
  const before = process.cpuUsage()
  try {
    await Promise.race([target.play(JSON.parse(text)), hung])
  } finally {
    clearTimeout(timer)
  }
  const { user, system } = process.cpuUsage(before)
  if (mark !== undefined && user + system > slowMs * 1_000) throw new Error('took seconds of processor time')
}

export async function replay(area: Area, seed: Seed): Promise<void> {
  const target = await area.open()
  try {
    await playOnce(target, seed.case, undefined)
  } finally {
    await target.close()
  }
}

/** Every case of the seed; a broken rule is told with the smallest case that breaks it. */
export async function runArea(area: Area, { seed, runs, ms, mark }: Budget): Promise<AreaResult> {
  const began = performance.now()
  const deadline = ms === undefined ? Number.POSITIVE_INFINITY : Date.now() + ms
  const found: Seed[] = []
  let cases = 0
  for (let batch = 0; cases < runs && Date.now() < deadline; batch++) {
    const target = await area.open()
    try {
      const details = await fc.check(
        fc.asyncProperty(target.cases, (tried) => {
          cases++
          return playOnce(target, tried, mark)
        }),
        {
          seed: seed + batch,
          numRuns: Math.min(casesPerTarget, runs - cases),
          ...(ms === undefined ? {} : { interruptAfterTimeLimit: Math.max(1, deadline - Date.now()) }),
        },
      )
      if (details.failed && details.counterexample !== null) {
        found.push({ found: wordsOf(details.errorInstance), case: details.counterexample[0] })
        if (ms === undefined) break
        keepSeed(area.name, found.at(-1)!)
      }
    } finally {
      await target.close()
    }
  }
  return { ms: performance.now() - began, cases, found }
}

const wordsOf = (error: unknown): string =>
  (error instanceof Error ? `${error.message}\n${(error.stack ?? '').split('\n    at ')[1] ?? ''}` : String(error))
    .slice(0, 600)
    // Where it was installed is nobody's business.
    .replaceAll(/(?:file:\/\/)?\/[^\s()]*\/(?=(?:dist|test|src|node_modules)\/)/g, '')
