import type fc from 'fast-check'

/** What is fuzzed: a way in, and the rules that hold whatever comes by it. */
export interface Area {
  readonly name: string
  /** So many cases in `npm test`. */
  readonly shortRuns: number
  open(): Promise<Target>
}

/** An area that is open. A case is JSON, so that one that was found can be kept. */
export interface Target {
  readonly cases: fc.Arbitrary<unknown>
  /** Throws when a rule is broken. */
  play(tried: unknown): Promise<void>
  close(): Promise<void>
}

interface Kind<Case> {
  readonly name: string
  readonly shortRuns: number
  readonly cases: fc.Arbitrary<Case>
  open(): Promise<{ play(tried: Case): Promise<void>; close?(): Promise<void> }>
}

/** Written with the type of its cases, run without: what is read from a file was written by the same area. */
export const defineArea = <Case>({ name, shortRuns, cases, open }: Kind<Case>): Area => ({
  name,
  shortRuns,
  async open() {
    const { play, close = async () => {} } = await open()
    return { cases, play: (tried) => play(tried as Case), close }
  },
})
