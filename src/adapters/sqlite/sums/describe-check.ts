import type { StoreCheck } from './check-steps.js'

/** What a check found, by table: for the log and for the doctor, without a word of what is stored. */
export function describeCheck({ parts, unsound, derived }: StoreCheck): string[] {
  const tables = (isSumSpoilt: boolean) =>
    [...new Set(parts.filter((each) => each.isSumSpoilt === isSumSpoilt).map(({ table }) => table))].sort()
  return [
    ...tables(false).map((table) => `rows of ${table} are not what was written`),
    ...tables(true).map((table) => `checksums of ${table} are damaged`),
    ...unsound.map((table) => `the table ${table} or an index of it is damaged`),
    ...derived.map((table) => `${table} does not agree with the memories`),
  ]
}
