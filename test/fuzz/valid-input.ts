import type { OperationName } from '#ww/index.js'

const entity = (number: number) => `ent-01900000-0000-7000-8000-00000000000${number}`

/** The least that each operation takes. An operation that is missing here fails the types and the first test. */
export const validInput = (episodeId: string): Readonly<Record<OperationName, Readonly<Record<string, unknown>>>> => ({
  remember: { text: 'The kettle is on.' },
  recall: { query: 'kettle' },
  get_memory: { id: episodeId },
  forget: { ids: [episodeId] },
  create_episode: { content: 'The kettle boiled.' },
  recall_episodes: { query: 'kettle' },
  query_at_time: { query: 'kettle', point_in_time: '2026-01-05T09:00:00Z' },
  mark_important: { episode_id: episodeId },
  correct: { id: episodeId, text: 'The kettle is off.' },
  create_entity: { name: 'Kettle', entity_type: 'TOOL', summary: 'Boils water.' },
  create_relation: { source_id: entity(1), target_id: entity(2), relation_type: 'USES' },
  semantic_recall: { query: 'kettle' },
  spread_activation: { seed_entities: [entity(1)] },
  supersede_fact: { entity_id: entity(1), new_summary: 'Boils water fast.' },
  get_provenance: { entity_id: entity(1) },
  consolidate_now: {},
  bring_back: { id: episodeId },
  get_session_id: {},
  memory_stats: {},
})
