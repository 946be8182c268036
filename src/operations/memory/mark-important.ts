import { z } from 'zod'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { episodeId, unit } from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Using } from '../machinery/operation-context.js'
import { changeLatest } from '../writing/change-memory.js'
import { getVisible } from '../writing/read-visible.js'

const step = 0.2

export const markImportant = defineOperation({
  name: 'mark_important',
  summary: 'Raise how important an episode is, so that it fades more slowly.',
  door: 'memory',
  effect: 'write',
  input: z.object({
    episode_id: episodeId.describe('The episode.'),
    new_valence: unit.nullish().describe('Its new importance; without it, 0.2 more than now.'),
  }),
  output: z.object({ id: z.string(), valence: unit, message: z.string() }),
  commandLine: { positional: ['episode_id', 'new_valence'], examples: [] },
  async run({ episode_id, new_valence }, context: Using<MemoryWriter & MemoryReader, 'noteUses' | 'clock'>, caller) {
    let before = 0
    const importance = await changeLatest(context, async () => {
      const episode = await getVisible(episode_id, context, caller, 'episode_id')
      before = episode.importance
      const wanted = new_valence ?? raise(episode.importance)
      if (wanted === before) return { result: wanted }
      return { change: { id: episode.id, version: episode.version, importance: wanted }, result: wanted }
    })
    if (importance > before) context.noteUses([{ id: episode_id, at: context.clock.now(), grade: 'easy' }], [])
    return { id: episode_id, valence: importance, message: `Episode marked with valence ${importance}` }
  },
})

/** Rounds away binary fractions: 0.1 + 0.2 is 0.3. */
const raise = (importance: number): number => Math.min(1, Number((importance + step).toPrecision(12)))
