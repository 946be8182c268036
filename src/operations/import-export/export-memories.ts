import { z } from 'zod'
import { WorldWeaverError } from '../../errors.js'
import { toLine } from '../../memory/import-export/line.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { identify, scopeOf } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { toInternalError } from '../machinery/internal-error.js'
import type { Using } from '../machinery/operation-context.js'
import { yieldIfDue } from '../machinery/run-in-slices.js'
import { parseInput } from '../machinery/validation-error.js'

const exportInput = z.strictObject({ session_filter: fields.sessionFilter, ...fields.scopeFields })
export type ExportInput = z.input<typeof exportInput>

export interface ExportedLines {
  /** The number of memories in the whole export. */
  readonly total: number
  /** Without line breaks. */
  readonly lines: readonly string[]
}

/** GWT13: exports a snapshot of everything in the caller's scope, one line per memory, in pages. */
export async function* exportMemories(
  input: ExportInput,
  context: Using<MemoryReader, 'defaults' | 'log' | 'signal'>,
): AsyncGenerator<ExportedLines, void, undefined> {
  const { session_filter, ...asked } = parseInput(exportInput, input)
  const scope = scopeOf(identify(asked, context.defaults), session_filter)
  try {
    for await (const { total, memories } of context.memories.exportAll(scope)) {
      const lines: string[] = []
      for (const memory of memories) {
        lines.push(toLine(memory))
        await yieldIfDue(context)
      }
      yield { total, lines }
    }
  } catch (error) {
    throw error instanceof WorldWeaverError ? error : toInternalError(error, 'export', context)
  }
}
