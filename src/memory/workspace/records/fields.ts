/** A field of the records, with how many have a value and how many a number. */
export interface FieldSummary {
  readonly key: string
  /** The spelling that most records use. */
  readonly name: string
  readonly count: number
  readonly numericCount: number
}

/** The running counts behind a summary. */
export interface FieldTally {
  readonly names: Map<string, number>
  count: number
  numericCount: number
}

export const createTally = (): FieldTally => ({ names: new Map(), count: 0, numericCount: 0 })

export function addToTally(tally: FieldTally, name: string, isNumeric: boolean, change: 1 | -1): void {
  tally.count += change
  if (isNumeric) tally.numericCount += change
  const named = (tally.names.get(name) ?? 0) + change
  if (named === 0) tally.names.delete(name)
  else tally.names.set(name, named)
}

/** Most common first. */
export function summariseFields(tallies: Iterable<readonly [key: string, FieldTally]>): readonly FieldSummary[] {
  return Array.from(tallies, ([key, { names, count, numericCount }]) => ({
    key,
    name: commonest(names),
    count,
    numericCount,
  })).sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
}

function commonest(names: ReadonlyMap<string, number>): string {
  const [[name]] = [...names].sort(([a, most], [b, other]) => other - most || (a < b ? -1 : 1))
  return name
}
