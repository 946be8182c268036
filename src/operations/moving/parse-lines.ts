import { WorldWeaverError } from '../../errors.js'
import { letOthersIn } from '../let-others-in.js'
import type { OperationContext } from '../operation-context.js'
import { type Arrival, type ArrivalSettings, parseArrival, parseForeign } from './arrival.js'
import type { ForeignLine } from './foreign-line.js'
import type { TextLine } from './read-lines.js'

/** A line, or what it would say: what was not read from a text need not become one first. */
export type InputLine = TextLine | { readonly number: number; readonly told: ForeignLine }

/** Why a line is not taken in. */
export interface BadLine {
  readonly line: number
  readonly what: 'bad'
  readonly reason: string
}

/** A few milliseconds' worth: a bad line takes longest. */
const linesAtOnce = 128

/** What each line says, or why it says nothing. A payload may be millions of lines, and every one of them bad. */
export async function parseLines(
  lines: readonly InputLine[],
  settings: ArrivalSettings,
  context: Pick<OperationContext, 'signal'>,
): Promise<(Arrival | BadLine)[]> {
  const parsed: (Arrival | BadLine)[] = []
  for (const [place, line] of lines.entries()) {
    if (place % linesAtOnce === linesAtOnce - 1) await letOthersIn(context)
    parsed.push(parseLine(line, settings))
  }
  return parsed
}

function parseLine(line: InputLine, settings: ArrivalSettings): Arrival | BadLine {
  try {
    if ('problem' in line) return { line: line.number, what: 'bad', reason: line.problem }
    if ('told' in line) return parseForeign(line.number, line.told, settings)
    return parseArrival(line.number, line.text, settings)
  } catch (error) {
    if (!(error instanceof WorldWeaverError)) throw error
    return { line: line.number, what: 'bad', reason: error.message }
  }
}
