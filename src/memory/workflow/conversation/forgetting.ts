import type { JsonObject } from '../../memory.js'
import type { FinalOutput } from '../retrieval/final-output.js'
import type { WorkflowEvent } from '../stream/event.js'
import type { Run } from './run.js'
import type { Turn } from './turn.js'
import type { Workflow } from './workflow.js'

type Ids = ReadonlySet<string>

/** OPS4: removes the forgotten memories and lessons, and every mention of their ids, from a run's output. */
export const forgetInRun = (run: Run, ids: Ids): Run =>
  run.output === null ? run : { ...run, output: withoutIds(run.output, ids) }

/** The event keeps its id, so that no stream has a gap. */
export function forgetInEvent(event: WorkflowEvent, ids: Ids): WorkflowEvent {
  if (event.type !== 'memories') return event
  // Only `endEventsOf` writes this data, from a run's output.
  const output = event.data as unknown as FinalOutput
  return { ...event, data: withoutIds(output, ids) as unknown as JsonObject }
}

export const forgetInTurn = (turn: Turn, ids: Ids): Turn => ({
  ...turn,
  memoryIds: turn.memoryIds.filter((id) => !ids.has(id)),
  lessonIds: turn.lessonIds.filter((id) => !ids.has(id)),
})

/** OPS4: a run whose turn is forgotten keeps only that it existed and how it ended. */
export const forgetRun = ({ also: _, drawnFrom: __, remembering: ___, ...run }: Run): Run => ({
  ...run,
  userInput: '',
  pendingQuestion: null,
  clarifications: [],
  subqueries: [],
  earlyAnswer: null,
  output: run.output === null ? null : { memories: [], reasoningbank_hits: [] },
})

export const isForgotten = ({ userInput }: Pick<Run, 'userInput'>): boolean => userInput === ''

/** OPS4: removes a forgotten turn's line from the summary; the store deletes the turn itself. */
export const forgetTurn = (workflow: Workflow, messageId: string): Workflow => ({
  ...workflow,
  summary: workflow.summary.filter((line) => line.messageId !== messageId),
})

/** OPS4: a conversation without messages keeps only its session and project. */
export function forgetPreferences(workflow: Workflow): Workflow {
  const owner = Object.entries(workflow.preferences).filter(([key]) => key === 'session_id' || key === 'project')
  return { ...workflow, preferences: Object.fromEntries(owner) }
}

function withoutIds(output: FinalOutput, ids: Ids): FinalOutput {
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
