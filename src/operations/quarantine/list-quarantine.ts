import { z } from 'zod'
import type { StoredMemory } from '../../memory/memory.js'
import { formatTime } from '../../memory/time.js'
import { instructionScore } from '../../memory/trust/instruction-score.js'
import { isQuarantined } from '../../memory/trust/may-inject.js'
import { decisionOn, decisions, trustLevels, trustOf } from '../../memory/trust/trust.js'
import type { MemoryReader } from '../../ports/store/read.js'
import { excerptOf } from '../erasure/excerpt.js'
import { isVisible, scopeOf } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { yieldToEventLoop } from '../machinery/yield-to-event-loop.js'

/** Reading a text takes about a millisecond for each kilobyte. */
const memoriesPerTurn = 10

const entry = z.object({
  id: z.string(),
  kind: fields.kind,
  origin: z.enum(trustLevels),
  source: z.string(),
  project: z.string().nullable(),
  timestamp: fields.timestamp,
  decision: z.enum(decisions).nullable(),
  score: z.number(),
  signals: z.array(z.string()),
  excerpt: z.string(),
})

/**
 * HOK13: what waits for a decision. For the person at the command line alone: an agent who read a hostile memory must not
 * be able to release it, so that no tool has this operation.
 */
export const listQuarantine = defineOperation({
  name: 'list_quarantine',
  summary: 'List memories from elsewhere that read like an instruction to an agent, and wait for your decision.',
  door: 'memory',
  effect: 'read',
  input: z.object({
    all: fields.withDefault(z.boolean(), false).describe('Also those that you have decided about.'),
    limit: fields.withDefault(z.int().min(1).max(1_000), 50).describe('At most this many.'),
  }),
  output: z.object({ memories: z.array(entry), total: z.int() }),
  commandLine: { examples: [] },
  async run({ all, limit }, context: Using<MemoryReader, 'signal' | 'onProgress'>, caller) {
    const found: z.output<typeof entry>[] = []
    let [total, done] = [0, 0]
    for await (const page of context.memories.exportAll(scopeOf(caller))) {
      for (const [place, { memory }] of page.memories.entries()) {
        if (place % memoriesPerTurn === memoriesPerTurn - 1) await yieldToEventLoop(context)
        if (memory.validTo !== null || memory.state !== 'active' || !isVisible(memory, caller)) continue
        if (!(isQuarantined(memory) || (all && decisionOn(memory) !== undefined))) continue
        total++
        if (found.length < limit) found.push(toEntry(memory))
      }
      done += page.memories.length
      context.onProgress?.({
        stage: 'quarantine',
        done,
        total: page.total,
        message: `${done} of ${page.total} memories`,
      })
    }
    return { memories: found, total }
  },
})

export function toEntry(memory: StoredMemory): z.output<typeof entry> {
  const { score, signals } = instructionScore(memory.text)
  return {
    id: memory.id,
    kind: memory.kind,
    origin: trustOf(memory),
    source: memory.source,
    project: memory.project,
    timestamp: formatTime(memory.happenedAt),
    decision: decisionOn(memory) ?? null,
    score,
    signals: [...signals],
    excerpt: excerptOf(memory.text),
  }
}

export { entry as quarantineEntry }
