import { expect, test } from 'vitest'
import { allSessionsOf, newWorkflow, sessionOf, type Workflow, withPreferences } from './workflow.js'

test("[COM3] the session is the server's unless the preferences name one", () => {
  expect(sessionOf({ preferences: {} }, 'default')).toBe('default')
  expect(sessionOf({ preferences: { session_id: null } }, 'default')).toBe('default')
  expect(sessionOf({ preferences: { session_id: 'anna' } }, 'default')).toBe('anna')
})

test('[COM3] a conversation that changes its session counts as of every session that it was ever in', () => {
  const asked = (workflow: Workflow, session_id: string | null): Workflow => ({
    ...workflow,
    ...withPreferences(workflow, { session_id }),
    runCount: workflow.runCount + 1,
  })
  const moved = ['carla', null, 'anna', 'ann-2'].reduce(asked, newWorkflow('w', 'm1', 0))
  expect(allSessionsOf(moved, 'default')).toEqual(['ann-2', 'carla', 'default', 'anna'])
})
