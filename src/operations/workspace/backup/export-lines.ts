import { toLine } from '../../../memory/import-export/line.js'
import type { StoredMemory } from '../../../memory/memory.js'
import { activationStateOf } from '../../../memory/workspace/state/workspace.js'
import type { ChangeFeed } from '../../../ports/store/follow.js'
import type { MemoryReader } from '../../../ports/store/read.js'
import { type Caller, scopeOf } from '../../machinery/caller.js'
import type { Using } from '../../machinery/operation-context.js'
import { Refusal } from '../../machinery/refusal.js'
import { yieldIfDue } from '../../machinery/run-in-slices.js'
import { loadWorkspace } from '../cycle/load-workspace.js'

/** Memories as one text of JSON Lines. */
export interface JsonlExport {
  /** In the order of the lines. */
  readonly ids: readonly string[]
  readonly jsonl: string
  /** The change log's number at the moment of the export. */
  readonly seq: number
}

/** The limit of one answer, of which clients hold several copies. */
const maxAnswerBytes = 50 * 1024 * 1024

/** GWT13: exports every visible memory that matches, at one moment, with its place in the caller's workspace. */
export async function exportJsonl(
  context: Using<ChangeFeed & MemoryReader, 'signal'>,
  caller: Caller,
  matches: (memory: StoredMemory) => boolean = () => true,
  maxBytes = maxAnswerBytes,
): Promise<JsonlExport> {
  const workspace = await loadWorkspace(context, caller)
  const ids: string[] = []
  const lines: string[] = []
  let bytes = 0
  // An empty export has no page that states its number.
  let seq = await context.memories.newestSeq()
  for await (const { memories, seq: newest } of context.memories.exportAll(scopeOf(caller))) {
    seq = newest
    for (const exported of memories) {
      const { memory } = exported
      if (!matches(memory)) continue
      const line = `${toLine(exported, activationStateOf(workspace, memory.id))}\n`
      bytes += Buffer.byteLength(line)
      if (bytes > maxBytes) throw tooLarge(maxBytes)
      ids.push(memory.id)
      lines.push(line)
      await yieldIfDue(context)
    }
  }
  return { ids, jsonl: lines.join(''), seq }
}

const tooLarge = (maxBytes: number): Refusal => {
  const limit = `${Math.floor(maxBytes / 1024 ** 2)} MiB`
  return new Refusal({
    error: `these memories are more than ${limit} of JSON Lines, too much for one answer; \`ww export\` writes them to a file of any size`,
  })
}
