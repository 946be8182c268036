import type { StoredMemory } from '../../../memory/memory.js'
import { toLine } from '../../../memory/moving/line.js'
import { activationStateOf } from '../../../memory/workspace/state/workspace.js'
import { type Caller, scopeOf } from '../../caller.js'
import type { OperationContext } from '../../operation-context.js'
import { Refusal } from '../../refusal.js'
import { readMind } from '../mind.js'

/** Memories as JSON Lines in one text. */
export interface KeptLines {
  /** In the order of the lines. */
  readonly ids: readonly string[]
  readonly jsonl: string
}

/** What an answer can carry: clients hold it several times over. */
const mostBytes = 50 * 1024 * 1024

/** GWT13: of what the caller sees, at one moment, all that matches; with where it is in the caller's mind. */
export async function keepLines(
  context: OperationContext,
  caller: Caller,
  matches: (memory: StoredMemory) => boolean = () => true,
  most = mostBytes,
): Promise<KeptLines> {
  const workspace = await readMind(context, caller)
  const ids: string[] = []
  const lines: string[] = []
  let bytes = 0
  for await (const { memories } of context.memories.exportAll(scopeOf(caller))) {
    for (const moved of memories) {
      const { memory } = moved
      if (!matches(memory)) continue
      const line = `${toLine(moved, activationStateOf(workspace, memory.id))}\n`
      bytes += Buffer.byteLength(line)
      if (bytes > most) throw tooLarge(most)
      ids.push(memory.id)
      lines.push(line)
    }
  }
  return { ids, jsonl: lines.join('') }
}

const tooLarge = (most: number): Refusal => {
  const limit = `${Math.floor(most / 1024 ** 2)} MiB`
  return new Refusal({
    error: `these memories are more than ${limit} of JSON Lines, too much for one answer; \`ww export\` writes them to a file of any size`,
  })
}
