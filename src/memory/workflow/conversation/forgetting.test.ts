import { expect, test } from 'vitest'
import { startWorkflow } from '../machine/execute.js'
import type { Step } from '../machine/step.js'
import { complete } from '../machine/work.js'
import type { RetrievedMemory } from '../retrieval/retrieved-memory.js'
import { forgetInEvent, forgetInRun, forgetInTurn, forgetTurn } from './forgetting.js'

const memory = (id: string, content: string, target: string): RetrievedMemory => ({
  id,
  content,
  type: 'episode',
  score: 0.8,
  tags: [],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  session_id: 'default',
  subqueries_matched: [],
  relations: [{ type: 'RELATED', target_id: target, weight: 0.5 }],
})
const hit = {
  id: 'lsn-1',
  score: 0.7,
  key_lesson: 'Always wrap it',
  context_to_prefer: 'gifts',
  link_nodes: ['ep-1'],
  outcome: 'success',
  confidence: 0.7,
} as const
const asked = { userInput: 'Gift?', mayAskBack: true, preferences: {} }
const lease = { holder: 'a', until: 9 }
const begun = startWorkflow(asked, { workflowId: 'w', messageId: 'm1' }, lease, 0)
const output = {
  memories: [memory('ep-1', 'secret', 'ep-2'), memory('ep-2', 'open', 'ep-1')],
  reasoningbank_hits: [hit],
}
const ended = complete(begun, 'a', output, 1) as Step

test('[OPS4] what is forgotten leaves outputs, events and turns, and the events keep their ids', () => {
  const ids = new Set(['ep-1'])
  const events = ended.events.map((event) => forgetInEvent(event, ids))
  const left = JSON.stringify([forgetInRun(ended.run, ids), forgetInTurn(ended.turn!, ids), events])
  expect(left).not.toContain('secret')
  expect(left).not.toContain('ep-1')
  expect(left).toContain('open')
  expect(events.map(({ id }) => id)).toEqual(ended.events.map(({ id }) => id))
  expect(forgetInRun(begun.run, ids)).toBe(begun.run)
  expect(JSON.stringify(forgetInEvent(ended.events[0]!, new Set(['lsn-1'])))).not.toContain('wrap')
})

test('[OPS4] a forgotten turn leaves the summary', () => {
  const line = { number: 1, asked: 'secret', answered: null }
  const workflow = {
    ...ended.workflow,
    summary: [
      { messageId: 'm1', ...line },
      { messageId: 'm2', ...line, asked: 'open' },
    ],
  }
  expect(forgetTurn(workflow, 'm1').summary.map(({ asked }) => asked)).toEqual(['open'])
})
