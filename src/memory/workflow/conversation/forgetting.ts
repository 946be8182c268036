import type { JsonObject } from '../../memory.js'
import type { FinalOutput } from '../retrieval/final-output.js'
import type { WorkflowEvent } from '../stream/event.js'
import type { Run } from './run.js'
import type { Turn } from './turn.js'
import type { Workflow } from './workflow.js'

type Ids = ReadonlySet<string>

/** OPS4: a run's output without the forgotten memories and lessons, and without a trace of their ids. */
export const forgetInRun = (run: Run, ids: Ids): Run =>
  run.output === null ? run : { ...run, output: withoutThese(run.output, ids) }

/** The event stays, with its id, so that no stream has a hole. */
export function forgetInEvent(event: WorkflowEvent, ids: Ids): WorkflowEvent {
  if (event.type !== 'memories') return event
  // Written by lastWordsOf alone, from a run's output.
  const output = event.data as unknown as FinalOutput
  return { ...event, data: withoutThese(output, ids) as unknown as JsonObject }
}

export const forgetInTurn = (turn: Turn, ids: Ids): Turn => ({
  ...turn,
  memoryIds: turn.memoryIds.filter((id) => !ids.has(id)),
  lessonIds: turn.lessonIds.filter((id) => !ids.has(id)),
})

/** OPS4: a run whose turn is forgotten: that it was, and how it ended, is all that stays. */
export const forgetRun = ({ drawnFrom: _, remembering: __, ...run }: Run): Run => ({
  ...run,
  userInput: '',
  pendingQuestion: null,
  clarifications: [],
  subqueries: [],
  earlyAnswer: null,
  output: run.output === null ? null : { memories: [], reasoningbank_hits: [] },
})

/** Whether there is anything left to be forgotten of it. */
export const isForgotten = ({ userInput }: Pick<Run, 'userInput'>): boolean => userInput === ''

/** OPS4: when the episode of a turn is forgotten, the turn goes, and here its line of the summary. */
export const forgetTurn = (workflow: Workflow, messageId: string): Workflow => ({
  ...workflow,
  summary: workflow.summary.filter((line) => line.messageId !== messageId),
})

/** OPS4: of a conversation that has no message left, whose it was is all that stays. */
export function forgetPreferences(workflow: Workflow): Workflow {
  const kept = Object.entries(workflow.preferences).filter(([key]) => key === 'session_id' || key === 'project')
  return { ...workflow, preferences: Object.fromEntries(kept) }
}

function withoutThese(output: FinalOutput, ids: Ids): FinalOutput {
  return {
    memories: output.memories
      .filter(({ id }) => !ids.has(id))
      .map((memory) => ({
        ...memory,
        relations: memory.relations.filter((relation) => !ids.has(relation.target_id)),
      })),
    reasoningbank_hits: output.reasoningbank_hits
      .filter(({ id }) => !ids.has(id))
      .map((hit) => ({ ...hit, link_nodes: hit.link_nodes.filter((id) => !ids.has(id)) })),
  }
}
