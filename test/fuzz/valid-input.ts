import type { OperationName } from '#ww/index.js'

/** The least that each operation takes. An operation that is missing here fails the types and the first test. */
export const validInput = (episodeId: string): Readonly<Record<OperationName, Readonly<Record<string, unknown>>>> => ({
  remember: { text: 'The kettle is on.' },
  recall: { query: 'kettle' },
  get_memory: { id: episodeId },
  create_episode: { content: 'The kettle boiled.' },
  recall_episodes: { query: 'kettle' },
  query_at_time: { query: 'kettle', point_in_time: '2026-01-05T09:00:00Z' },
  mark_important: { episode_id: episodeId },
  get_session_id: {},
  memory_stats: {},
})
