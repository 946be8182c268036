import type { OperationName, WorldWeaver } from '#ww/index.js'
import { collectionOperations } from '#ww/memory/workspace/collection/request.js'
import { isNightly } from '../support/tier.js'
import { longTexts } from './long-texts.js'

type Input = Readonly<Record<string, unknown>>

/** Memories of the filled store that operations name. */
export interface Named {
  readonly episode: string
  readonly procedure: string
  readonly entities: readonly [string, string]
}

const sorts = Object.values(longTexts).map((make) => make(1_000))
const many = (count: number) => Array.from({ length: count }, (_, at) => at)
const everything = { limit: 100, max_tokens: 1_000_000 }
/** May cut an emoji in half, which no text may hold. */
const opening = (text: string, characters: number) => text.slice(0, characters).toWellFormed()
const long = (sort: keyof typeof longTexts, characters: number) => opening(longTexts[sort]!(2_000), characters)
const question = long('stop words', 10_000)
const also = many(5).map(() => long('words that nothing repeats', 2_000))
const lines = () =>
  [...sorts, ...sorts].map((content, at) => JSON.stringify({ content: `${opening(content, -9)}. ${at}` }))
const jsonl = lines().join('\n')
const manyLines = many(isNightly ? 20_000 : 5_000)
  .map((at) => JSON.stringify({ content: `The lantern of line ${at} is lit.` }))
  .join('\n')
const badLines = '{}\n'.repeat(20_000)
const trajectory = many(1_000).map((at) => ({
  tool: 'run',
  action: opening(sorts[at % sorts.length]!, 3_000),
  parameters: { command: `make ${at}` },
}))
const someSteps = many(100).map((at) => ({ tool: 'run', action: `Boil kettle ${at}`, parameters: { at } }))

/** The dearest that can be asked of each operation. One that is missing here fails the types and the first test. */
export const hardInputs = ({
  episode,
  procedure,
  entities: [entity, another],
}: Named): Readonly<Record<OperationName, readonly Input[]>> => ({
  remember: sorts.map((text) => ({ text, answers: ['What is long?'] })),
  recall: [
    { query: 'and', limit: 100, max_tokens: 200 },
    { query: 'and', ...everything },
    { query: 'harbour ledger', limit: 100, max_tokens: 20_000, explain: true },
    { query: question, also, limit: 100, max_tokens: 200 },
  ],
  get_memory: [{ id: episode }],
  forget: [{ before: '2100-01-01T00:00:00Z' }],
  create_episode: sorts.map((content) => ({ content, context: { notes: opening(content, 10_000) } })),
  recall_episodes: [
    { query: 'and', limit: 100, max_tokens: 200 },
    { query: question, also, ...everything },
  ],
  query_at_time: [
    {
      query: 'and',
      point_in_time: '2100-01-01T00:00:00Z',
      include: ['episodes', 'entities'],
      limit: 100,
      max_tokens: 200,
    },
  ],
  mark_important: [{ episode_id: episode, new_valence: 0.9 }],
  correct: [{ id: episode, text: long('paths and identifiers', 100_000) }],
  create_entity: sorts.map((details, at) => ({
    name: `Long ${at}`,
    entity_type: 'TOOL',
    summary: 'Is long.',
    details,
  })),
  create_relation: [{ source_id: entity, target_id: another, relation_type: 'USES' }],
  semantic_recall: [{ query: 'and', limit: 100, max_tokens: 200, context_entities: [entity] }],
  spread_activation: [{ seed_entities: [entity, another], steps: 10, threshold: 0 }],
  get_provenance: [{ entity_id: entity }],
  supersede_fact: [{ entity_id: another, new_summary: 'Longer.', new_details: long('Chinese', 100_000) }],
  consolidate_now: [{ consolidation_type: 'light' }, { consolidation_type: 'all', session_filter: 'long' }],
  bring_back: [{ id: episode }],
  audit_memory: [{ limit: 100, older_than_days: 0 }],
  get_session_id: [{}],
  memory_stats: [{}],
  create_skill: [{ trajectory, outcome_score: 0.9, domain: 'coding', name: 'Long' }],
  recall_skill: [{ task: 'and', limit: 100, max_tokens: 200 }],
  execute_skill: [{ procedure_id: procedure, success: false, error: question, context: question }],
  deprecate_skill: [{ procedure_id: procedure, reason: 'Too long.' }],
  build_skill: [{ trajectory: someSteps, outcome_score: 0.9, domain: 'coding', name: 'Longer' }],
  how_to: [{ task: question, limit: 100, max_tokens: 200 }],
  review_memory: [
    { limit: 20 },
    { limit: 20 },
    { limit: 0, replies: many(20).map((at) => ({ item: `it-${at}`, choice: 'unsure' })) },
  ],
  gwt_store: sorts.map((content) => ({ content })),
  gwt_set_goal: [{ description: question }],
  gwt_broadcast: [{ max_tokens: 200 }, { max_tokens: 1_000_000 }],
  gwt_compete: [{ n_slots: 100 }],
  gwt_query: [{ query: 'and', k: 100, max_tokens: 200, admit: true }],
  gwt_evict: [{ item_id: episode }],
  gwt_link: [{ source_id: episode, target_id: entity }],
  gwt_inspect: ['workspace', 'buffer', 'goals', 'stats', 'broadcast_bus'].map((target) => ({ target })),
  gwt_attend: [{ question: 'How many harbours and ledgers are there?', k: 100, passes: 5, max_tokens: 200 }],
  gwt_trace_explain: [{}],
  gwt_bus_inspect: [{}],
  gwt_resolve: ['generic', 'semantic', 'structured', 'graph', 'hybrid'].map((planner) => ({
    question: `How many harbours and ledgers are there? ${question.slice(0, 1_000)}`,
    planner,
    k: 100,
    max_tokens: 200,
  })),
  gwt_collection_query: collectionOperations.map((operation) => ({
    operation,
    field: 'name',
    metric: 'price',
    group_field: 'and',
    group_a: 'harbour',
    group_b: 'ledger',
    value: 'harbour',
    k: 100,
  })),
  gwt_memory_profile: [{}],
  gwt_readiness_check: [{}],
  gwt_backup_memory: [{}],
  gwt_export_memory: [{}],
  gwt_import_memory: [{ jsonl, admit: true }, { jsonl: manyLines }],
  gwt_restore_memory: [{ jsonl }, { jsonl: badLines, mode: 'replace', confirm: 'RESTORE_REPLACE' }],
  gwt_compact_working_memory: [{ max_items: 1, dry_run: true }],
  gwt_reset: [{ scope: 'runtime', confirm: 'RESET_RUNTIME' }],
})

/** An episode, a skill and two entities, each as long as may be. */
export async function nameSome(mind: Pick<WorldWeaver, 'call'>): Promise<Named> {
  const { id: episode } = await mind.call('create_episode', { content: long('sentences', 100_000) })
  const { id } = await mind.call('create_skill', { trajectory: someSteps, outcome_score: 0.9, domain: 'coding' })
  const create = async (name: string) => {
    const details = long('sentences', 100_000)
    return (await mind.call('create_entity', { name, entity_type: 'TOOL', summary: 'Boils.', details })).id
  }
  return { episode, procedure: id!, entities: [await create('Kettle'), await create('Cauldron')] }
}
