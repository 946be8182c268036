import { expect } from 'vitest'
import type { Run } from '#ww/memory/workflow/conversation/run.js'
import type { Turn } from '#ww/memory/workflow/conversation/turn.js'
import type { Workflow } from '#ww/memory/workflow/conversation/workflow.js'
import { endsRun, type WorkflowEvent } from '#ww/memory/workflow/stream/event.js'
import { storedIn } from '../../support/workflow-database.js'
import type { Ending } from './expected.js'

/** WFL1, WSS3: what is stored of a conversation is one of the states that there are, and its parts agree. */
export async function checkStored(
  dataDir: string,
  workflowId: string,
  ended: ReadonlyMap<string, Ending>,
): Promise<void> {
  const of = async <Row extends { workflowId: string }>(table: 'runs' | 'turns' | 'events') =>
    ((await storedIn(dataDir, table)) as unknown as Row[]).filter((row) => row.workflowId === workflowId)
  const workflow = ((await storedIn(dataDir, 'workflows')) as unknown as Workflow[]).find(
    ({ id }) => id === workflowId,
  )!
  const runs = (await of<Run>('runs')).sort((a, b) => a.number - b.number)
  const events = (await of<WorkflowEvent>('events')).sort((a, b) => a.id - b.id)
  const turns = await of<Turn>('turns')

  expect(runs.map(({ number }) => number)).toEqual(runs.map((_, at) => at + 1))
  expect(events.map(({ id }) => id)).toEqual(events.map((_, at) => at + 1))
  expect(workflow).toMatchObject({ runCount: runs.length, lastEventId: events.length })
  expect(workflow.latestRun).toBe(runs.at(-1)?.messageId)
  expect(workflow.currentRun).toBeNull()

  for (const run of runs) {
    const own = events.filter(({ messageId }) => messageId === run.messageId)
    expect(run.status).toBe(ended.get(run.messageId))
    expect(run).toMatchObject({ lease: null, pendingQuestion: null, earlyAnswer: null })
    expect(run.endedAt).not.toBeNull()
    expect(run.output === null).toBe(run.status !== 'completed')
    expect(run.failure?.code).toBe(run.status === 'failed' ? 'SERVER_RESTART' : undefined)
    expect(own[0]?.id).toBe(run.firstEventId)
    expect(own.slice(-run.endEventIds.length).map(({ id }) => id)).toEqual(run.endEventIds)
    expect(own.filter(endsRun).map(({ id }) => id)).toEqual(run.endEventIds.slice(-1))
  }
  const completed = runs.filter(({ status }) => status === 'completed')
  const messages = turns.map(({ messageId }) => messageId)
  expect(new Set(messages).size).toBe(messages.length)
  expect(messages).toEqual(expect.arrayContaining(completed.map(({ messageId }) => messageId)))
  for (const turn of turns) if (ended.get(turn.messageId) !== 'completed') expect(turn.answer).not.toBeNull()
}
