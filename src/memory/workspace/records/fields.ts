import type { StructuredRecord } from './record.js'

/** A field of the store: what it is called, and how often it has a value, and a number. */
export interface FieldSummary {
  readonly key: string
  /** The spelling that most records use. */
  readonly name: string
  readonly count: number
  readonly numericCount: number
}

/** The fields that records have, the commonest first. */
export function summariseFields(records: readonly StructuredRecord[]): readonly FieldSummary[] {
  const summaries = new Map<string, { names: Map<string, number>; count: number; numericCount: number }>()
  for (const { fields } of records) {
    for (const { key, name, number } of fields) {
      let summary = summaries.get(key)
      if (summary === undefined) {
        summary = { names: new Map(), count: 0, numericCount: 0 }
        summaries.set(key, summary)
      }
      summary.count++
      if (number !== null) summary.numericCount++
      summary.names.set(name, (summary.names.get(name) ?? 0) + 1)
    }
  }
  return [...summaries]
    .map(([key, { names, count, numericCount }]) => ({ key, name: commonest(names), count, numericCount }))
    .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
}

function commonest(names: ReadonlyMap<string, number>): string {
  const [[name]] = [...names].sort(([a, most], [b, other]) => other - most || (a < b ? -1 : 1))
  return name
}
