import type { ExportInput, ImportInput, LineOutcome, WorldWeaver } from '#ww/index.js'

export type Outcome = LineOutcome['what']

export async function exportLines(mind: WorldWeaver, input: ExportInput = {}): Promise<string[]> {
  const all: string[] = []
  for await (const { lines } of mind.export(input)) all.push(...lines)
  return all
}

/** What the lines of an export say. */
export const said = async (mind: WorldWeaver) => (await exportLines(mind)).map((line) => JSON.parse(line))

/** Takes lines in as texts, or as what they say. */
export async function importLines(
  mind: WorldWeaver,
  lines: readonly (string | object)[],
  input: ImportInput = {},
): Promise<LineOutcome[]> {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  const outcomes: LineOutcome[] = []
  for await (const outcome of mind.import([Buffer.from(text)], input)) outcomes.push(outcome)
  return outcomes
}

export const whatBecame = (outcomes: readonly LineOutcome[]): Outcome[] => outcomes.map(({ what }) => what)

export const idsOf = (outcomes: readonly LineOutcome[]): string[] =>
  outcomes.map((outcome) => ('id' in outcome ? outcome.id : outcome.reason))

/** The reason of each bad line, by its number. */
export const reasonsOf = (outcomes: readonly LineOutcome[]): Record<number, string> =>
  Object.fromEntries(outcomes.flatMap((outcome) => (outcome.what === 'bad' ? [[outcome.line, outcome.reason]] : [])))
