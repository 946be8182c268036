import { type Step, step } from './step.js'
import { workspaceTranscripts } from './workspace-transcripts.js'

const unknownEntity = 'ent-01900000-0000-7000-8000-00000000ffff'
const unknownId = 'ep-01900000-0000-7000-8000-00000000ffff'

const deploy = {
  trajectory: [
    { tool: 'run_command', parameters: { command: 'pytest tests/' }, result: 'All tests passed' },
    { tool: 'run_command', parameters: { command: 'docker build -t myapp .' }, result: 'Image built successfully' },
    { tool: 'run_command', parameters: { command: 'docker push myapp' }, result: 'Pushed to registry' },
  ],
  outcome_score: 0.95,
  domain: 'devops',
  trigger_pattern: 'containerize and deploy application',
}

/** The examples of the contract, word for word where it gives one, then what each answer looks like at its edges. */
export const transcripts: Readonly<Record<string, readonly Step[]>> = {
  create_episode: [
    step('example', 'create_episode', {
      content: 'User requested implementation of binary search with error handling',
      context: {
        project: 'algorithms',
        file: 'search.py',
        tool: 'write_file',
        cwd: '/home/user/projects/algorithms',
      },
      outcome: 'success',
      valence: 0.9,
    }),
    step('least', 'create_episode', { content: 'User asked about Python async...' }),
    step('blank', 'create_episode', { content: ' ' }),
    step('unknown outcome', 'create_episode', { content: 'It went well.', outcome: 'great' }),
  ],
  recall_episodes: [
    step('stored', 'create_episode', {
      content: 'Debugging the database connection: the pool was exhausted.',
      timestamp: '2025-11-21T10:00:00Z',
    }),
    step('stored later', 'create_episode', { content: 'Database connection issues again.', outcome: 'partial' }),
    step('example', 'recall_episodes', {
      query: 'debugging database connection issues',
      limit: 5,
      time_start: '2025-11-20T00:00:00Z',
      time_end: '2025-11-27T23:59:59Z',
    }),
    step('all', 'recall_episodes', { query: 'database connection' }),
    step('explained', 'recall_episodes', { query: 'database connection problems', explain: true, limit: 1 }),
    step('nothing found', 'recall_episodes', { query: 'database', session_filter: 'nobody' }),
    step('start after end', 'recall_episodes', { query: 'x', time_start: '2025-11-27', time_end: '2025-11-20' }),
  ],
  query_at_time: [
    step('stored', 'create_episode', { content: 'Discussed type hints and docstrings as Python best practices.' }),
    step('before anything was known', 'query_at_time', {
      query: 'Python best practices',
      point_in_time: '2025-11-15T12:00:00Z',
    }),
    step('after', 'query_at_time', { query: 'Python best practices', point_in_time: '2999-01-01T00:00:00Z' }),
    step('all kinds', 'query_at_time', {
      query: 'Python best practices',
      point_in_time: '2999-01-01T00:00:00Z',
      include: ['episodes', 'entities', 'procedures'],
    }),
    step('no time', 'query_at_time', { query: 'Python best practices', point_in_time: 'yesterday' }),
  ],
  mark_important: [
    step('stored', 'create_episode', { content: 'The release was rolled back.', valence: 0.7 }),
    step('by 0.2', 'mark_important', { episode_id: '{stored}' }),
    step('to a value', 'mark_important', { episode_id: '{stored}', new_valence: 0.9 }),
    step('out of range', 'mark_important', { episode_id: '{stored}', new_valence: 1.5 }),
    step('unknown', 'mark_important', { episode_id: unknownId }),
    step('another kind', 'mark_important', { episode_id: 'ent-abc123' }),
  ],
  create_entity: [
    step('example', 'create_entity', {
      name: 'FastAPI',
      entity_type: 'TOOL',
      summary: 'Modern Python web framework for building APIs',
      details: 'Supports async/await, automatic OpenAPI docs, type hints with Pydantic',
      source: 'user_provided',
    }),
    step('again', 'create_entity', { name: 'fastapi', entity_type: 'TOOL', summary: 'The same.' }),
    step('derived', 'create_entity', {
      name: 'API docs',
      entity_type: 'FACT',
      summary: 'The docs are generated.',
      derived_from: ['{example}'],
    }),
    step('unknown type', 'create_entity', { name: 'x', entity_type: 'THING', summary: 'x' }),
    step('unknown source', 'create_entity', { name: 'y', entity_type: 'FACT', summary: 'y', source: unknownId }),
  ],
  create_relation: [
    step('fastapi', 'create_entity', { name: 'FastAPI', entity_type: 'TOOL', summary: 'Web framework' }),
    step('pydantic', 'create_entity', { name: 'Pydantic', entity_type: 'TOOL', summary: 'Validation' }),
    step('example', 'create_relation', {
      source_id: '{fastapi}',
      target_id: '{pydantic}',
      relation_type: 'REQUIRES',
      initial_weight: 0.3,
    }),
    step('again', 'create_relation', {
      source_id: '{fastapi}',
      target_id: '{pydantic}',
      relation_type: 'REQUIRES',
    }),
    step('to itself', 'create_relation', {
      source_id: '{fastapi}',
      target_id: '{fastapi}',
      relation_type: 'USES',
    }),
    step('recalled', 'semantic_recall', { query: 'web frameworks', context_entities: ['{pydantic}'], limit: 5 }),
    step('unknown context', 'semantic_recall', { query: 'web', context_entities: [unknownEntity] }),
    step('explained', 'semantic_recall', { query: 'web frameworks', explain: true, limit: 1 }),
    step('spread', 'spread_activation', { seed_entities: ['{fastapi}'] }),
    step('unknown seed', 'spread_activation', { seed_entities: ['{fastapi}', unknownEntity] }),
    step('no seed known', 'spread_activation', { seed_entities: [unknownEntity] }),
  ],
  supersede_fact: [
    step('told', 'create_entity', { name: 'FastAPI', entity_type: 'TOOL', summary: 'Modern Python web framework' }),
    step('example', 'supersede_fact', {
      entity_id: '{told}',
      new_summary: 'Modern Python web framework with enhanced performance',
    }),
    step('a closed version', 'supersede_fact', { entity_id: '{told}', new_summary: 'Another.' }),
    step('provenance', 'get_provenance', { entity_id: '{told}' }),
    step('unknown provenance', 'get_provenance', { entity_id: unknownEntity }),
    step('corrected', 'remember', { text: 'The office closes at five.' }),
    step('correction', 'correct', { id: '{corrected}', text: 'The office closes at six.', reason: 'misheard' }),
  ],
  create_skill: [
    step('example', 'create_skill', deploy),
    step('score too low', 'create_skill', { ...deploy, outcome_score: 0.6 }),
    step('no steps', 'create_skill', { ...deploy, trajectory: [] }),
    step('a step that says nothing', 'create_skill', { ...deploy, trajectory: [{ result: 'ok' }] }),
    step('unknown domain', 'create_skill', { ...deploy, domain: 'cooking' }),
    step('by its old name', 'build_skill', deploy),
    step('by its old name, score too low', 'build_skill', { ...deploy, outcome_score: 0.6 }),
  ],
  recall_skill: [
    step('stored', 'create_skill', deploy),
    step('told without steps', 'remember', { text: 'To deploy by hand: copy the jar.', kind: 'procedure' }),
    step('example', 'recall_skill', { task: 'deploy web application' }),
    step('explained', 'recall_skill', { task: 'deploy web application', domain: 'devops', explain: true }),
    step('nothing found', 'recall_skill', { task: 'deploy', domain: 'trading' }),
    step('by its old name', 'how_to', { task: 'deploy web application', limit: 1 }),
  ],
  execute_skill: [
    step('stored', 'create_skill', deploy),
    step('worked', 'execute_skill', { procedure_id: '{stored}', success: true }),
    step('failed', 'execute_skill', {
      procedure_id: '{stored}',
      success: false,
      error: 'denied: no credentials',
      failed_step: 3,
      context: 'on the build server',
    }),
    step('no such step', 'execute_skill', { procedure_id: '{stored}', success: false, failed_step: 4 }),
    step('history', 'get_memory', { id: '{stored}' }),
    step('another kind', 'execute_skill', { procedure_id: 'ep-abc123', success: true }),
  ],
  deprecate_skill: [
    step('stored', 'create_skill', deploy),
    step('without a reason', 'deprecate_skill', { procedure_id: '{stored}' }),
    step('example', 'deprecate_skill', {
      procedure_id: '{stored}',
      reason: 'Replaced by containerized deployment workflow',
    }),
    step('unknown', 'deprecate_skill', { procedure_id: unknownId.replace('ep-', 'proc-') }),
  ],
  consolidate_now: [
    step('told', 'create_episode', { content: 'Anna moved the billing data to PostgreSQL.' }),
    step('again', 'create_episode', { content: 'Anna moved the billing data to PostgreSQL.' }),
    step('example', 'consolidate_now', { consolidation_type: 'deep' }),
    step('usual', 'consolidate_now'),
    step('brought back', 'bring_back', { id: '{again}' }),
    step('of nobody', 'consolidate_now', { consolidation_type: 'all', session_filter: 'nobody' }),
    step('unknown type', 'consolidate_now', { consolidation_type: 'heavy' }),
  ],
  forget: [
    step('told', 'create_episode', { content: 'Anna moved to Lisbon.' }),
    step('derived', 'create_entity', { name: 'Anna', entity_type: 'PERSON', summary: 'In Lisbon.', source: '{told}' }),
    step('shown', 'forget', { ids: ['{told}'] }),
    step('done', 'forget', { ids: ['{told}'], dry_run: false }),
    step('unknown', 'forget', { ids: ['{told}'] }),
    step('nothing said', 'forget', {}),
  ],
  get_session_id: [step('example', 'get_session_id'), step('named', 'get_session_id', { session_id: 'nightly-7' })],
  audit_memory: [
    step('nothing to find', 'audit_memory'),
    step('told', 'remember', { text: 'The staging database moved to port 5433.' }),
    step('told again', 'create_episode', { content: 'The staging database moved to port 5433.' }),
    step('found', 'audit_memory', { older_than_days: 0 }),
    step('too many days', 'audit_memory', { older_than_days: 99_999 }),
  ],
  review_memory: [
    step('nothing to ask', 'review_memory'),
    step('told', 'remember', {
      text: 'The staging database listens on port 5432.',
      answers: ['Which port does the staging database have?'],
    }),
    step('told later', 'remember', {
      text: 'The staging database moved to port 5433.',
      answers: ['Which port does the staging database have now?'],
    }),
    step('asked', 'review_memory'),
    step('not in the text', 'review_memory', {
      replies: [{ item: '{asked}', choice: 'replaces', quote: 'port 6000' }],
    }),
    step('replied', 'review_memory', {
      replies: [{ item: '{asked}', choice: 'replaces', quote: 'moved to port 5433' }],
    }),
    step('unknown batch', 'review_memory', { undo: 'rv-unknown' }),
    step('unknown choice', 'review_memory', { replies: [{ item: '{asked}', choice: 'yes' }] }),
    step('too many', 'review_memory', { limit: 21 }),
  ],
  memory_stats: [
    step('empty', 'memory_stats'),
    step('stored', 'create_episode', { content: 'Something to count.' }),
    step('detailed', 'memory_stats', { include_detailed: true }),
  ],
  front_door: [
    step('remembered', 'remember', { text: 'The staging database moved to port 5433.', tags: ['infra'] }),
    step('as a lesson', 'remember', { text: 'Ask before moving a database.', kind: 'lesson', importance: 0.9 }),
    step('unknown kind', 'remember', { text: 'x', kind: 'thought' }),
    step('recalled', 'recall', { query: 'which port does the staging database use?' }),
    step('explained', 'recall', { query: 'where did the staging databases relocate?', explain: true, limit: 1 }),
    step('only the relevant', 'recall', { query: 'which port does the staging database use?', min_relevance: 0.2 }),
    step('a long one', 'remember', {
      text: 'Minutes of the database meeting: we talked and talked. '.repeat(30),
      kind: 'note',
    }),
    step('within a budget', 'recall', { query: 'minutes of the meeting', kinds: ['note'], max_tokens: 200 }),
    step('in full', 'get_memory', { id: '{remembered}' }),
    step('unknown', 'get_memory', { id: unknownId }),
    step('misspelt parameter', 'recall', { query: 'port', limits: 3 }),
  ],
  ...workspaceTranscripts,
}
