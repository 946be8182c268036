import type { OperationName, WorldWeaver } from '#ww/index.js'

/** Memories that exist, for the operations that name one. */
export interface KnownIds {
  readonly episode: string
  readonly procedure: string
  /** Two that are not related yet. */
  readonly entities: readonly [string, string]
}

let named = 0
/** A name is given once (SEM1). */
const unheardOf = () => `Kettle ${++named}`

const trajectory = [{ tool: 'fill', parameters: { vessel: 'kettle' } }]

/** The least that each operation takes. An operation that is missing here fails the types and the first test. */
export const validInput = ({
  episode,
  procedure,
  entities: [entity, another],
}: KnownIds): Readonly<Record<OperationName, Readonly<Record<string, unknown>>>> => ({
  remember: { text: 'The kettle is on.' },
  recall: { query: 'kettle' },
  get_memory: { id: episode },
  forget: { ids: [episode], before: '2030-01-01T00:00:00Z' },
  create_episode: { content: 'The kettle boiled.' },
  recall_episodes: { query: 'kettle' },
  query_at_time: { query: 'kettle', point_in_time: '2026-01-05T09:00:00Z' },
  mark_important: { episode_id: episode },
  correct: { id: episode, text: 'The kettle is off.' },
  create_entity: { name: unheardOf(), entity_type: 'TOOL', summary: 'Boils water.' },
  create_relation: { source_id: entity, target_id: another, relation_type: 'USES' },
  semantic_recall: { query: 'kettle' },
  spread_activation: { seed_entities: [entity] },
  supersede_fact: { entity_id: entity, new_summary: 'Boils water fast.' },
  get_provenance: { entity_id: entity },
  consolidate_now: {},
  bring_back: { id: episode },
  audit_memory: {},
  get_session_id: {},
  memory_stats: {},
  create_skill: { trajectory, outcome_score: 0.9, domain: 'coding' },
  recall_skill: { task: 'fill the kettle' },
  execute_skill: { procedure_id: procedure, success: true },
  deprecate_skill: { procedure_id: procedure },
  build_skill: { trajectory, outcome_score: 0.9, domain: 'coding' },
  how_to: { task: 'fill the kettle' },
  review_memory: {},
  gwt_store: { content: 'The kettle is full.' },
  gwt_set_goal: { description: 'Make tea' },
  gwt_broadcast: {},
  gwt_compete: {},
  gwt_query: { query: 'kettle' },
  gwt_evict: { item_id: episode },
  gwt_link: { source_id: episode, target_id: entity },
  gwt_inspect: {},
  gwt_attend: { question: 'How many kettles are there?' },
  gwt_trace_explain: {},
  gwt_bus_inspect: {},
  gwt_resolve: { question: 'How many kettles are there?' },
  gwt_collection_query: { operation: 'count' },
  gwt_memory_profile: {},
  gwt_readiness_check: {},
  gwt_backup_memory: {},
  gwt_export_memory: {},
  gwt_import_memory: { jsonl: '{"content": "The kettle came in."}' },
  gwt_restore_memory: { jsonl: '{"content": "The kettle came back."}' },
  gwt_compact_working_memory: {},
  gwt_reset: { confirm: 'RESET_RUNTIME' },
})

/** An episode, a skill and two entities to name. */
export async function makeKnown(mind: Pick<WorldWeaver, 'call'>): Promise<KnownIds> {
  const { id: episode } = await mind.call('create_episode', { content: 'The first kettle.' })
  const { id } = await mind.call('create_skill', {
    trajectory: [{ action: 'Fill the kettle' }, { action: 'Heat it' }],
    outcome_score: 0.9,
    domain: 'coding',
  })
  const create = async () =>
    (await mind.call('create_entity', { name: unheardOf(), entity_type: 'TOOL', summary: 'Boils water.' })).id
  return { episode, procedure: id!, entities: [await create(), await create()] }
}
