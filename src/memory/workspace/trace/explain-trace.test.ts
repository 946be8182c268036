import { describe, expect, test } from 'vitest'
import { explainTrace } from './explain-trace.js'
import { broadcastStep, busStep, goalStep, planStep, queryStep, stopStep, storeStep, type Trace } from './trace.js'

const trace: Trace = {
  question: 'How many are in North?',
  planner: 'auto',
  strategy: 'structured',
  answer: '3',
  passes_completed: 1,
  tool_call_count: 5,
  steps: [
    goalStep({ id: 'goal-1', description: 'How many are in North?' }),
    planStep({ strategy: 'structured', answer: '3', queries: [], evidence: ['a', 'b', 'c'] }),
    storeStep('note-1'),
    queryStep('How many are in North?', 1, ['m1']),
    broadcastStep(1, { admitted: ['m1', 'note-1'], evicted: [] }),
    busStep(1, {
      proposal_count: 3,
      accepted_count: 1,
      inhibited_count: 2,
      inhibited_reason_counts: { resolved_answer_present: 2 },
    }),
    stopStep('nothing_new', 1),
  ],
}

describe('[GWT10] the trace in plain words', () => {
  test('[GWT10] says what was asked, planned, found, broadcast, proposed, and why it stopped', () => {
    expect(explainTrace(trace, null)).toEqual({
      status: 'ok',
      question: 'How many are in North?',
      planner: 'auto',
      strategy: 'structured',
      answer: '3',
      pass_count: 1,
      tool_call_count: 5,
      phases: ['goal', 'plan', 'store', 'query', 'broadcast', 'bus', 'stop'].map((phase) => ({ phase, count: 1 })),
      broadcast_bus: null,
      explanation: [
        'The question was "How many are in North?". The planner "auto" chose structured.',
        'It became the goal.',
        'The plan answered "3" from 3 pieces of evidence.',
        'The answer was stored as note note-1.',
        'Pass 1 asked memory for "How many are in North?" and found 1 memory.',
        'Pass 1 broadcast: 2 memories entered the workspace, 0 left it.',
        'Pass 1: the bus had 3 proposals and accepted 1; turned down: 2 not needed once the answer was known.',
        'Pass 1 brought nothing new, so it stopped.',
        'It took 1 pass and 5 calls. The answer is "3".',
      ].join(' '),
      trace: trace.steps,
    })
  })

  test('[GWT10] the same after a restart', () => {
    expect(explainTrace(JSON.parse(JSON.stringify(trace)), null)).toEqual(explainTrace(trace, null))
  })

  test('[GWT10] without an answer it says so', () => {
    const vague: Trace = { ...trace, planner: 'semantic', strategy: 'semantic', answer: '', steps: [] }
    expect(explainTrace(vague, null)).toMatchObject({
      phases: [],
      explanation: expect.stringMatching(/The semantic planner took it\..*no exact answer/),
    })
  })

  test('[GWT10] before any question there is nothing to explain', () => {
    expect(explainTrace(null, null)).toEqual({ status: 'empty', message: expect.any(String) })
  })
})
