import { outcomeOf } from '../memory/episodic/outcome.js'
import { formatTime } from '../memory/time.js'
import { scopeOf } from '../operations/machinery/caller.js'
import * as fields from '../operations/machinery/fields.js'
import type { Using } from '../operations/machinery/operation-context.js'
import { toReviewFields } from '../operations/recall/review.js'
import type { MemoryReader } from '../ports/store/read.js'
import { readNewest } from './newest.js'
import { defineResource } from './resource.js'

export const episodes = defineResource({
  name: 'episodes',
  title: 'Episodes by session',
  description: 'The newest 100 episodes of a session.',
  uriTemplate: 'memory://episodes/{session_id}',
  argument: fields.session,
  namesSession: true,
  values: ({ memories }: Using<MemoryReader>, caller) => memories.sessions({ ...scopeOf(caller), kinds: ['episode'] }),
  async read(session, context: Using<MemoryReader>, caller) {
    const filter = { ...scopeOf(caller, session), kinds: ['episode'] as const }
    const { page, items } = await readNewest(
      filter,
      (memory) => ({
        id: memory.id,
        content: memory.text,
        timestamp: formatTime(memory.happenedAt),
        outcome: outcomeOf(memory.facets),
        valence: memory.importance,
        tags: memory.tags,
        project: memory.project,
        ...toReviewFields(memory),
      }),
      context,
    )
    return { session_id: session, ...page, episodes: items }
  },
  shows: ({ kind, session }) => (kind === 'episode' ? session : undefined),
})
