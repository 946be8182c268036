import type { Operation } from '../../../operations/machinery/operation.js'
import { renderReviewed } from '../review/render-review.js'
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
  renderLines,
  renderQuery,
  renderResolved,
  renderWorkspaceStored,
} from './workspace.js'

export interface Rendering {
  readonly terminal: Terminal
  readonly now: number
  /** The input as it was typed, with the session and project to act in. */
  readonly asked: Readonly<Record<string, unknown>>
  /** Leaves out hints about options, where the user cannot give any. */
  readonly hideOptions?: boolean
}

type Renderer = (answer: never, rendering: Rendering) => string[]

/** Operations whose answer is not shown as a list of names and values. */
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
  review_memory: renderReviewed,
  create_skill: renderCreated,
  build_skill: renderCreated,
  recall_skill: renderSkills,
  how_to: renderSkills,
  execute_skill: renderExecuted,
  deprecate_skill: renderDeprecated,
  gwt_broadcast: renderBroadcast,
  gwt_query: renderQuery,
  gwt_store: renderWorkspaceStored,
  gwt_set_goal: renderGoal,
  gwt_attend: renderAttended,
  gwt_resolve: renderResolved,
  gwt_collection_query: renderCollected,
  gwt_trace_explain: renderExplained,
  gwt_export_memory: renderLines,
  gwt_backup_memory: renderLines,
}

/** Renders an answer as text. Operations without a renderer are shown as names and values. */
export function renderAnswer({ name }: Operation, answer: Record<string, unknown>, rendering: Rendering): string {
  const renderer = renderers[name]
  // The answer has the operation's output type, which its renderer takes.
  const lines = renderer === undefined ? renderAny(answer, rendering) : renderer(answer as never, rendering)
  const { deprecated_tool: notice } = answer
  if (typeof notice === 'string') lines.push('', rendering.terminal.style.yellow(`${notice}.`))
  return lines.join('\n')
}
