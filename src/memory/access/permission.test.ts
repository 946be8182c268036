import { expect, test } from 'vitest'
import { ownAccess, roles } from './access.js'
import { isLoopback } from './loopback.js'
import { concernsServer, permits, reaches, usualSession } from './permission.js'

test('read looks; write also tells and erases; admin may do no more to memories', () => {
  const table = roles.map((role) => (['read', 'write', 'erase'] as const).map((effect) => permits(role, effect)))
  expect(table).toEqual([
    [true, false, false],
    [true, true, true],
    [true, true, true],
  ])
})

test('[COM3] what concerns the whole server is for the owner’s admin', () => {
  expect(concernsServer(ownAccess)).toBe(true)
  expect(concernsServer({ ...ownAccess, tenant: 'acme' })).toBe(false)
  expect(concernsServer({ ...ownAccess, role: 'write' })).toBe(false)
})

test('[COM2] [COM3] a bound key reaches its sessions, and acts in the first unless told', () => {
  const bound = { sessions: ['anna', 'ben'] }
  expect(['anna', 'ben', 'carla', 'default'].map((session) => reaches(bound, session))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(usualSession(bound, 'default')).toBe('anna')
  expect(reaches({}, 'carla')).toBe(true)
  expect(usualSession({}, 'dora')).toBe('dora')
})

test('only addresses of this machine alone are loopback', () => {
  for (const host of ['127.0.0.1', '127.8.0.1', '::1', '[::1]', 'localhost', 'LOCALHOST'])
    expect(isLoopback(host)).toBe(true)
  for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.org', 'localhost.example.org', '']) {
    expect(isLoopback(host)).toBe(false)
  }
})
