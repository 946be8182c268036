import { expect, test } from 'vitest'
import { execute } from '#ww/memory/workflow/machine/execute.js'
import type { Outcome, Step } from '#ww/memory/workflow/machine/step.js'
import { askBack, complete } from '#ww/memory/workflow/machine/work.js'
import { WorkflowRefusal } from '#ww/operations/workflow/advance.js'
import { createSettableClock, type SettableClock, useMinds } from '../support/minds.js'
import { storedIn } from '../support/workflow-database.js'

const minds = useMinds()
const asked = { userInput: 'Where is the pier?', mayAskBack: true, preferences: {} }

/** Calls back once the conversation has been read to be written: the second time that somebody asks for the time. */
function createInterruptedClock(): SettableClock & { interrupt(by: () => void): void } {
  const clock = createSettableClock()
  let [calls, callback] = [0, (): void => undefined]
  return {
    ...clock,
    now() {
      if (++calls === 2) callback()
      return clock.now()
    },
    interrupt(by) {
      ;[calls, callback] = [0, by]
    },
  }
}

const stepOf = (outcome: Outcome): Step => {
  if (outcome.kind === 'refusal') throw new Error(outcome.code)
  return outcome
}

test.each([
  ['was asked back', (begun: Step) => stepOf(askBack(begun, 'other', 'Which pier?', begun.run.startedAt))],
  ['is over', (begun: Step) => stepOf(complete(begun, 'other', { memories: [], reasoningbank_hits: [] }, 0))],
])('[WFL2] who lost against a call of another server that %s by now is told that it is busy', async (_how, then) => {
  const clock = createInterruptedClock()
  const mind = minds.open({ clock })
  const { answer } = await mind.workflow.execute({ user_input: 'Where is the harbour?', ask_clarifications: false })
  await mind.workflow.settled()
  const { workflow_id } = answer
  const store = minds.openStore(mind.dataDir)
  const read = (await store.workflows.conversation(workflow_id))!
  const lease = { holder: 'other', until: clock.now() + 60_000 }
  const begun = stepOf(execute(read, asked, crypto.randomUUID(), lease, clock.now()))
  // The other server is quick: it has begun, planned and replied before this one writes.
  clock.interrupt(() => {
    void store.commit({ at: read.run.startedAt, steps: [begun] })
    void store.commit({ at: read.run.startedAt, steps: [then(begun)] })
  })
  const lost = await mind.workflow.execute({ user_input: 'Where is the quay?', workflow_id }).catch((error) => error)
  expect(lost).toBeInstanceOf(WorkflowRefusal)
  expect(lost.code).toBe('WORKFLOW_BUSY')
  expect(JSON.stringify(await storedIn(mind.dataDir, 'runs'))).not.toContain('quay')
  // Called again, it is taken: as the answer, or as the next question.
  const again = await mind.workflow.execute({ user_input: 'The quay', workflow_id, ask_clarifications: false })
  expect(again.answer.status).toBe('running')
  await mind.workflow.settled()
})
