import { WorldWeaverError } from '../../errors.js'
import type { OperationContext } from '../machinery/operation-context.js'
import { yieldIfDue } from '../machinery/run-in-slices.js'
import type { ForeignLine } from './foreign-line.js'
import { type IncomingMemory, type IncomingSettings, parseForeign, parseIncoming } from './incoming-memory.js'
import type { TextLine } from './read-lines.js'

/** A line of text, or the fields of a foreign memory, which need not become text first. */
export type InputLine = TextLine | { readonly number: number; readonly foreign: ForeignLine }

/** A line that is not imported, and why. */
export interface BadLine {
  readonly line: number
  readonly what: 'bad'
  readonly reason: string
}

/** Parses each line, or says why it cannot. It yields in between: a payload may have millions of lines. */
export async function parseLines(
  lines: readonly InputLine[],
  settings: IncomingSettings,
  context: Pick<OperationContext, 'signal'>,
): Promise<(IncomingMemory | BadLine)[]> {
  const parsed: (IncomingMemory | BadLine)[] = []
  for (const line of lines) {
    const pause = yieldIfDue(context)
    if (pause !== undefined) await pause
    parsed.push(parseLine(line, settings))
  }
  return parsed
}

function parseLine(line: InputLine, settings: IncomingSettings): IncomingMemory | BadLine {
  try {
    if ('problem' in line) return { line: line.number, what: 'bad', reason: line.problem }
    if ('foreign' in line) return parseForeign(line.number, line.foreign, settings)
    return parseIncoming(line.number, line.text, settings)
  } catch (error) {
    if (!(error instanceof WorldWeaverError)) throw error
    return { line: line.number, what: 'bad', reason: error.message }
  }
}
