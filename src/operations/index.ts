import { getMemory } from './front/get-memory.js'
import { recall } from './front/recall.js'
import { remember } from './front/remember.js'
import { createEpisode } from './memory/create-episode.js'
import { getSessionId } from './memory/get-session-id.js'
import { markImportant } from './memory/mark-important.js'
import { memoryStats } from './memory/memory-stats.js'
import { queryAtTime } from './memory/query-at-time.js'
import { recallEpisodes } from './memory/recall-episodes.js'

/** Every operation there is. A new one is a file and a line here. */
export const operations = [
  remember,
  recall,
  getMemory,
  createEpisode,
  recallEpisodes,
  queryAtTime,
  markImportant,
  getSessionId,
  memoryStats,
] as const
