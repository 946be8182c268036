import { type Step, step } from './step.js'

const unknownId = 'ep-01900000-0000-7000-8000-00000000ffff'
const lamp = 'name=Desk Lamp, region=North, price=4.50'
const chair = 'name=Chair, region=South, price=40'

/** The seed's tools: each answer, and each refusal, as its reader gets it. */
export const workspaceTranscripts: Readonly<Record<string, readonly Step[]>> = {
  gwt_store: [
    step('stored', 'gwt_store', { content: 'The lighthouse keeper is called Anna.' }),
    step('linked', 'gwt_store', {
      content: 'Anna lights the lamp at dusk.',
      memory_type: 'episodic',
      tags: ['light'],
      link_to: '{stored}',
    }),
    step('unknown type', 'gwt_store', { content: 'x', memory_type: 'dream' }),
    step('blank', 'gwt_store', { content: ' ' }),
    step('unknown link', 'gwt_store', { content: 'x', link_to: unknownId }),
  ],
  gwt_cycle: [
    step('nothing yet', 'gwt_broadcast'),
    step('stored', 'gwt_store', { content: 'The ferry leaves at noon.', memory_type: 'episodic' }),
    step('other', 'gwt_store', { content: 'The ticket costs nine euros.', memory_type: 'working' }),
    step('goal', 'gwt_set_goal', { description: 'Take the ferry', keywords: ['ferry'], priority: 1.5 }),
    step('priority too high', 'gwt_set_goal', { description: 'Fly', priority: 3 }),
    step('dry run', 'gwt_compete', { n_slots: 1 }),
    step('no slots', 'gwt_compete', { n_slots: 0 }),
    step('broadcast', 'gwt_broadcast'),
    step('found', 'gwt_query', { query: 'ferry', k: 1 }),
    step('admitted', 'gwt_query', { query: 'ticket', k: 1, admit: true }),
    step('unknown type', 'gwt_query', { query: 'ferry', memory_type: 'dream' }),
    step('linked', 'gwt_link', { source_id: '{stored}', target_id: '{other}' }),
    step('linked to itself', 'gwt_link', { source_id: '{stored}', target_id: '{stored}' }),
    step('linked to nothing', 'gwt_link', { source_id: '{stored}', target_id: unknownId }),
    step('evicted', 'gwt_evict', { item_id: '{stored}' }),
    step('not inside', 'gwt_evict', { item_id: unknownId }),
    ...['workspace', 'buffer', 'goals', 'stats', 'broadcast_bus'].map((target) =>
      step(`look at ${target}`, 'gwt_inspect', { target }),
    ),
    step('look elsewhere', 'gwt_inspect', { target: 'soul' }),
  ],
  gwt_attend: [
    step('before any question', 'gwt_trace_explain'),
    step('before any cycle', 'gwt_bus_inspect'),
    step('a record', 'gwt_store', { content: lamp, memory_type: 'working' }),
    step('another', 'gwt_store', { content: chair, memory_type: 'working' }),
    step('planned', 'gwt_resolve', { question: 'How many are in North?' }),
    step('unknown planner', 'gwt_resolve', { question: 'How many?', planner: 'guess' }),
    step('attended', 'gwt_attend', { question: 'How many are in North?', passes: 2 }),
    step('in prose', 'gwt_attend', { question: 'What do we sell?', planner: 'hybrid', admit: false }),
    step('no passes', 'gwt_attend', { question: 'x', passes: 0 }),
    step('explained', 'gwt_trace_explain'),
    step('the bus', 'gwt_bus_inspect'),
    ...['count', 'filter', 'top_k', 'average', 'sum', 'distinct', 'min', 'max'].map((operation) =>
      step(operation, 'gwt_collection_query', { operation, metric: 'price' }),
    ),
    step('compare', 'gwt_collection_query', {
      operation: 'compare',
      metric: 'price',
      group_field: 'region',
      group_a: 'North',
      group_b: 'South',
    }),
    step('unknown operation', 'gwt_collection_query', { operation: 'median' }),
  ],
  gwt_keeping: [
    step('stored', 'gwt_store', { content: lamp, memory_type: 'working' }),
    step('another', 'gwt_store', { content: chair, memory_type: 'working' }),
    step('profile', 'gwt_memory_profile'),
    step('ready', 'gwt_readiness_check'),
    step('exported', 'gwt_export_memory', { memory_type: 'working' }),
    step('unknown type', 'gwt_export_memory', { memory_type: 'dream' }),
    step('backup', 'gwt_backup_memory'),
    step('imported', 'gwt_import_memory', { jsonl: '{"content": "It rained."}\n{"content": null}', tags: ['in'] }),
    step('nothing to import', 'gwt_import_memory', { jsonl: ' ' }),
    step('restored', 'gwt_restore_memory', { jsonl: '{"content": "It snowed."}' }),
    step('replaced without a word', 'gwt_restore_memory', { jsonl: '{"content": "x"}', mode: 'replace' }),
    step('a bad line', 'gwt_restore_memory', { jsonl: 'nonsense', mode: 'replace', confirm: 'RESTORE_REPLACE' }),
    step('would compact', 'gwt_compact_working_memory', { max_items: 1 }),
    step('compacted without a word', 'gwt_compact_working_memory', { max_items: 1, dry_run: false }),
    step('compacted', 'gwt_compact_working_memory', { max_items: 1, dry_run: false, confirm: 'COMPACT_WORKING' }),
    step('reset without a word', 'gwt_reset', { scope: 'persistent' }),
    step('caches', 'gwt_reset', { scope: 'runtime', confirm: 'RESET_RUNTIME' }),
    step('workspace', 'gwt_reset', { scope: 'workspace', confirm: 'RESET_WORKSPACE' }),
    step('all', 'gwt_reset', { scope: 'persistent', confirm: 'RESET_PERSISTENT' }),
    step('unknown scope', 'gwt_reset', { scope: 'world' }),
  ],
}
