import { z } from 'zod'
import { WorldWeaverError } from '../../errors.js'
import { toLine } from '../../memory/moving/line.js'
import { identify, scopeOf } from '../caller.js'
import { concealed } from '../concealed.js'
import * as fields from '../fields.js'
import type { OperationContext } from '../operation-context.js'
import { parseInput } from '../validation-error.js'

const exportInput = z.strictObject({ session_filter: fields.sessionFilter, ...fields.scopeFields })
export type ExportInput = z.input<typeof exportInput>

export interface ExportedLines {
  /** Memories in the whole export. */
  readonly total: number
  /** Without line breaks. */
  readonly lines: readonly string[]
}

/** GWT13: everything in the caller's scope, as it is at this moment, one memory a line and a few at a time. */
export async function* exportMemories(
  input: ExportInput,
  context: OperationContext,
): AsyncGenerator<ExportedLines, void, undefined> {
  const { session_filter, ...asked } = parseInput(exportInput, input)
  const scope = scopeOf(identify(asked, context.defaults), session_filter)
  try {
    for await (const { total, memories } of context.memories.exportAll(scope)) {
      yield { total, lines: memories.map((memory) => toLine(memory)) }
    }
  } catch (error) {
    throw error instanceof WorldWeaverError ? error : concealed(error, 'export', context)
  }
}
