import { correct } from './everyday/correct.js'
import { forget } from './everyday/forget.js'
import { getMemory } from './everyday/get-memory.js'
import { recall } from './everyday/recall.js'
import { remember } from './everyday/remember.js'
import { auditMemory } from './memory/audit-memory.js'
import { bringBack } from './memory/bring-back.js'
import { consolidateNow } from './memory/consolidate-now.js'
import { createEntity } from './memory/create-entity.js'
import { createEpisode } from './memory/create-episode.js'
import { createRelation } from './memory/create-relation.js'
import { createSkill } from './memory/create-skill.js'
import { deprecateSkill } from './memory/deprecate-skill.js'
import { executeSkill } from './memory/execute-skill.js'
import { getProvenance } from './memory/get-provenance.js'
import { getSessionId } from './memory/get-session-id.js'
import { markImportant } from './memory/mark-important.js'
import { memoryStats } from './memory/memory-stats.js'
import { queryAtTime } from './memory/query-at-time.js'
import { recallEpisodes } from './memory/recall-episodes.js'
import { recallSkill } from './memory/recall-skill.js'
import { semanticRecall } from './memory/semantic-recall.js'
import { buildSkill, howTo } from './memory/skill-aliases.js'
import { spreadActivation } from './memory/spread-activation.js'
import { supersedeFact } from './memory/supersede-fact.js'
import { reviewMemory } from './review/review-memory.js'
import { gwtAttend } from './workspace/gwt-attend.js'
import { gwtBackupMemory } from './workspace/gwt-backup-memory.js'
import { gwtBroadcast } from './workspace/gwt-broadcast.js'
import { gwtBusInspect } from './workspace/gwt-bus-inspect.js'
import { gwtCollectionQuery } from './workspace/gwt-collection-query.js'
import { gwtCompactWorkingMemory } from './workspace/gwt-compact-working-memory.js'
import { gwtCompete } from './workspace/gwt-compete.js'
import { gwtEvict } from './workspace/gwt-evict.js'
import { gwtExportMemory } from './workspace/gwt-export-memory.js'
import { gwtImportMemory } from './workspace/gwt-import-memory.js'
import { gwtInspect } from './workspace/gwt-inspect.js'
import { gwtLink } from './workspace/gwt-link.js'
import { gwtMemoryProfile } from './workspace/gwt-memory-profile.js'
import { gwtQuery } from './workspace/gwt-query.js'
import { gwtReadinessCheck } from './workspace/gwt-readiness-check.js'
import { gwtReset } from './workspace/gwt-reset.js'
import { gwtResolve } from './workspace/gwt-resolve.js'
import { gwtRestoreMemory } from './workspace/gwt-restore-memory.js'
import { gwtSetGoal } from './workspace/gwt-set-goal.js'
import { gwtStore } from './workspace/gwt-store.js'
import { gwtTraceExplain } from './workspace/gwt-trace-explain.js'

/** Every operation. A new one is a file and a line here. */
export const operations = [
  remember,
  recall,
  getMemory,
  correct,
  forget,
  createEpisode,
  recallEpisodes,
  queryAtTime,
  markImportant,
  createEntity,
  createRelation,
  semanticRecall,
  spreadActivation,
  supersedeFact,
  getProvenance,
  consolidateNow,
  bringBack,
  auditMemory,
  createSkill,
  recallSkill,
  executeSkill,
  deprecateSkill,
  getSessionId,
  memoryStats,
  buildSkill,
  howTo,
  reviewMemory,
  gwtStore,
  gwtSetGoal,
  gwtBroadcast,
  gwtCompete,
  gwtQuery,
  gwtEvict,
  gwtLink,
  gwtInspect,
  gwtAttend,
  gwtResolve,
  gwtCollectionQuery,
  gwtTraceExplain,
  gwtBusInspect,
  gwtMemoryProfile,
  gwtReadinessCheck,
  gwtBackupMemory,
  gwtExportMemory,
  gwtImportMemory,
  gwtRestoreMemory,
  gwtCompactWorkingMemory,
  gwtReset,
] as const
