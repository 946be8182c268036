import type { Turn } from '../../memory/workflow/conversation/turn.js'
import { type Caller, writeScope } from '../machinery/caller.js'
import type { WorkflowContext } from './workflow-context.js'

/** Answered turns that are compared, and the conversations that they are read with. */
const [maxNear, maxConversations] = [20, 5]
/** Turns on other tasks are less similar. */
const minCosine = 0.5
/** How many turns back a conversation is read. */
const turnsBack = 20

/** RSB2: the turns of other conversations of the same session and project that have an answer like this episode. */
export async function similarConversations(
  episode: string,
  { workflowId }: Pick<Turn, 'workflowId'>,
  { memories, embedder }: WorkflowContext,
  caller: Caller,
): Promise<readonly (readonly Turn[])[]> {
  const [vector] = await memories.vectors([episode], embedder.identity)
  if (vector === undefined) return []
  const { session, project } = writeScope({ ...caller, asksAllProjects: false })
  const filter = { session, ofProject: project, kinds: ['episode'] as const }
  const [near] = await memories.nearest({
    to: [vector],
    model: embedder.identity,
    filter,
    most: maxNear,
    minCosine,
  })
  const stored = await memories.get((near ?? []).map(({ id }) => id))
  const others = stored.flatMap((memory) => {
    const { workflow_id, tool_calls } = memory?.facets ?? {}
    return typeof workflow_id === 'string' && tool_calls != null && workflow_id !== workflowId ? [workflow_id] : []
  })
  const conversations = [...new Set(others)].slice(0, maxConversations)
  return Promise.all(conversations.map((id) => memories.workflows.turns(id, turnsBack)))
}

/** The episodes of these turns. */
export async function episodesOf(
  messageIds: readonly string[],
  { memories }: Pick<WorkflowContext, 'memories'>,
): Promise<readonly string[]> {
  const episodes = await memories.findByFacet('message_id', messageIds, { kinds: ['episode'] })
  return episodes.map(({ id }) => id)
}
