import { expect, test } from 'vitest'
import { ownAccess, roles } from './access.js'
import { isLoopback } from './loopback.js'
import { defaultSession, isServerAdmin, mayUseSession, permits } from './permission.js'

test('read only reads; write also stores and erases; admin may do no more to memories', () => {
  const table = roles.map((role) => (['read', 'write', 'erase'] as const).map((effect) => permits(role, effect)))
  expect(table).toEqual([
    [true, false, false],
    [true, true, true],
    [true, true, true],
  ])
})

test('[COM3] server-wide figures are for the owner’s admin', () => {
  expect(isServerAdmin(ownAccess)).toBe(true)
  expect(isServerAdmin({ ...ownAccess, tenant: 'acme' })).toBe(false)
  expect(isServerAdmin({ ...ownAccess, role: 'write' })).toBe(false)
})

test('[COM2] [COM3] a bound key may use its sessions, the first by default', () => {
  const bound = { sessions: ['anna', 'ben'] }
  expect(['anna', 'ben', 'carla', 'default'].map((session) => mayUseSession(bound, session))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(defaultSession(bound, 'default')).toBe('anna')
  expect(mayUseSession({}, 'carla')).toBe(true)
  expect(defaultSession({}, 'dora')).toBe('dora')
})

test('only addresses of this machine alone are loopback', () => {
  for (const host of ['127.0.0.1', '127.8.0.1', '::1', '[::1]', 'localhost', 'LOCALHOST'])
    expect(isLoopback(host)).toBe(true)
  for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.org', 'localhost.example.org', '']) {
    expect(isLoopback(host)).toBe(false)
  }
})
