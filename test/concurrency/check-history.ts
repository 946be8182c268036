/** One call of one process; times by one clock, in milliseconds. */
export interface Call {
  readonly process: number
  readonly what: 'write' | 'change' | 'read'
  readonly id: string
  readonly start: number
  readonly end: number
  /** Of a write or a change: the version that it made; of a read: the one that it saw, null when there was none. */
  readonly version: number | null
}

/** The memories at the end, by id. */
export type Ending = ReadonlyMap<string, number>

/**
 * What no store that behaves as one may answer. Per memory, each version is current from some instant within the call
 * that made it to some instant within the call that made the next: a read must have seen one that can have been
 * current between its start and its end. Read-your-writes follows: a call that ended before a read began has happened.
 */
export function findViolations(history: readonly Call[], ending: Ending): string[] {
  const violations: string[] = []
  for (const [id, calls] of group(history)) {
    const made = calls.filter(({ what }) => what !== 'read').sort((a, b) => a.version! - b.version!)
    made.forEach((call, at) => {
      const next = made[at + 1]
      if (next?.version === call.version) violations.push(`${id}: version ${call.version} was made twice`)
      if (next !== undefined && next.end < call.start)
        violations.push(`${id}: version ${next.version} was answered before ${call.version} was asked for`)
    })
    const newest = made.at(-1)?.version ?? 0
    const last = ending.get(id)
    if (last === undefined) violations.push(`${id} was answered and is lost`)
    else if (last < newest) violations.push(`${id} ended at version ${last}, and ${newest} was answered`)
    for (const read of calls) if (read.what === 'read') violations.push(...judge(read, made))
  }
  return violations
}

function judge(read: Call, made: readonly Call[]): string[] {
  const seen = read.version ?? 0
  const told = `${read.id}: process ${read.process} read ${seen}`
  const certain = Math.max(0, ...made.filter(({ end }) => end < read.start).map(({ version }) => version!))
  if (seen < certain) return [`${told} after ${certain} was answered`]
  const begun = made.find(({ version }) => version === seen)
  if (begun !== undefined && begun.start > read.end) return [`${told} before it was asked for`]
  return []
}

function group(history: readonly Call[]): Map<string, Call[]> {
  const groups = new Map<string, Call[]>()
  for (const call of history) groups.set(call.id, [...(groups.get(call.id) ?? []), call])
  return groups
}
