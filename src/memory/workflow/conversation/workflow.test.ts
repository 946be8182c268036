import { expect, test } from 'vitest'
import { sessionOf } from './workflow.js'

test("[COM3] the session is the server's unless the preferences name one", () => {
  expect(sessionOf({ preferences: {} }, 'default')).toBe('default')
  expect(sessionOf({ preferences: { session_id: null } }, 'default')).toBe('default')
  expect(sessionOf({ preferences: { session_id: 'anna' } }, 'default')).toBe('anna')
})
