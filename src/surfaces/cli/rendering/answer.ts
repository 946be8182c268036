import type { Operation } from '../../../operations/operation.js'
import type { Terminal } from '../terminal.js'
import { renderAny } from './any.js'
import { renderAudited } from './audited.js'
import { renderConsolidated } from './consolidated.js'
import { renderEntities, renderEntity, renderProvenance, renderRelation, renderSuperseded } from './entities.js'
import { renderForgotten } from './forgotten.js'
import { renderMemory } from './memory.js'
import { renderAtTime, renderEpisodes, renderRecall } from './recalled.js'
import { renderCreated, renderDeprecated, renderExecuted, renderSkills } from './skills.js'
import { renderStats } from './stats.js'
import { renderMarked, renderStored } from './stored.js'
import {
  renderAttended,
  renderBroadcast,
  renderCollected,
  renderExplained,
  renderGoal,
  renderKept,
  renderLines,
  renderQuery,
  renderResolved,
} from './workspace.js'

export interface Rendering {
  readonly terminal: Terminal
  readonly now: number
  /** The input as it was typed, with the session and project to act in. */
  readonly asked: Readonly<Record<string, unknown>>
  /** Nobody can ask again with other options, so none are named. */
  readonly isLastWord?: boolean
}

type Renderer = (answer: never, rendering: Rendering) => string[]

/** Shapes that deserve better than a list of names and values. */
const renderers: Readonly<Record<string, Renderer>> = {
  remember: renderStored,
  create_episode: renderStored,
  mark_important: renderMarked,
  recall: renderRecall,
  recall_episodes: renderEpisodes,
  query_at_time: renderAtTime,
  get_memory: renderMemory,
  forget: renderForgotten,
  memory_stats: renderStats,
  correct: renderSuperseded,
  create_entity: renderEntity,
  create_relation: renderRelation,
  semantic_recall: renderEntities,
  supersede_fact: renderSuperseded,
  get_provenance: renderProvenance,
  consolidate_now: renderConsolidated,
  audit_memory: renderAudited,
  create_skill: renderCreated,
  build_skill: renderCreated,
  recall_skill: renderSkills,
  how_to: renderSkills,
  execute_skill: renderExecuted,
  deprecate_skill: renderDeprecated,
  gwt_broadcast: renderBroadcast,
  gwt_query: renderQuery,
  gwt_store: renderKept,
  gwt_set_goal: renderGoal,
  gwt_attend: renderAttended,
  gwt_resolve: renderResolved,
  gwt_collection_query: renderCollected,
  gwt_trace_explain: renderExplained,
  gwt_export_memory: renderLines,
  gwt_backup_memory: renderLines,
}

/** An answer for people. An operation that is new here is readable from the first day. */
export function renderAnswer({ name }: Operation, answer: Record<string, unknown>, rendering: Rendering): string {
  const renderer = renderers[name]
  // `invoke` gives the operation's own answer, and the renderer stands beside its name.
  const lines = renderer === undefined ? renderAny(answer, rendering) : renderer(answer as never, rendering)
  const { deprecated_tool: notice } = answer
  if (typeof notice === 'string') lines.push('', rendering.terminal.style.yellow(`${notice}.`))
  return lines.join('\n')
}
