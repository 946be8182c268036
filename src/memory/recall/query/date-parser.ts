import type { ParsedResult } from 'chrono-node'

export type ParseDates = (text: string, reference: { instant: Date; timezone: number }) => ParsedResult[]

let parse: ParseDates | undefined

/** Loads the library on first use, since most processes read no date. */
export async function loadDateParser(): Promise<ParseDates> {
  parse ??= (await import('chrono-node/en')).parse
  return parse
}
