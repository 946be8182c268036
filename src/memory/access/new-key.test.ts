import { expect, test } from 'vitest'
import { WorldWeaverError } from '../../errors.js'
import { type KeyRequest, planKey } from './new-key.js'
import { isTenantName } from './tenant-name.js'

const now = Date.UTC(2026, 0, 10, 12)
const dayMs = 86_400_000

function refusedField(asked: KeyRequest): string | undefined {
  try {
    planKey(asked, now)
  } catch (error) {
    if (error instanceof WorldWeaverError && error.code === 'validation_error') return error.field
    throw error
  }
  throw new Error(`took ${JSON.stringify(asked)}`)
}

test('by default a key writes to the owner’s memories, in every session, without expiry', () => {
  const usual = { name: null, tenant: 'default', role: 'write', sessions: null, expiresAt: null }
  expect(planKey({}, now)).toEqual(usual)
})

test('[COM3] a key may be bound to sessions, but not to the one that sees all', () => {
  expect(planKey({ sessions: ['anna', 'ben', 'anna'] }, now).sessions).toEqual(['anna', 'ben'])
  expect(refusedField({ sessions: ['anna', 'default'] })).toBe('--session')
  expect(refusedField({ sessions: ['a b'] })).toBe('--session')
})

test('a key expires after a duration or at the end of a date', () => {
  const expiresAt = (expires: string) => planKey({ expires }, now).expiresAt
  expect(expiresAt('30d')).toBe(now + 30 * dayMs)
  expect(expiresAt('12h')).toBe(now + dayMs / 2)
  expect(expiresAt('2w')).toBe(now + 14 * dayMs)
  expect(expiresAt('2026-01-10')).toBe(Date.UTC(2026, 0, 11))
  expect(expiresAt('2026-02-01T10:00:00Z')).toBe(Date.UTC(2026, 1, 1, 10))
  for (const expires of ['', '0d', '30', '-3d', 'soon', '2026-01-09', '2026-02-30', '2026-01-10T12:00:00Z']) {
    expect(refusedField({ expires })).toBe('--expires')
  }
})

test('admin is for the whole server and cannot be bound to a tenant or session', () => {
  expect(planKey({ role: 'admin' }, now).role).toBe('admin')
  expect(refusedField({ role: 'admin', tenant: 'acme' })).toBe('--role')
  expect(refusedField({ role: 'admin', sessions: ['anna'] })).toBe('--role')
  expect(refusedField({ role: 'owner' })).toBe('--role')
})

test('[COM3] the name of a tenant is a safe folder name', () => {
  for (const name of ['acme', 'a', '0', 'acme-2_x', 'x'.repeat(63)]) expect(isTenantName(name)).toBe(true)
  const bad = [
    '',
    '.',
    '..',
    '../acme',
    'a/b',
    'a\\b',
    'Acme',
    '-a',
    '_a',
    'a b',
    'a\0',
    'é',
    'x'.repeat(64),
    'con',
    'nul',
  ]
  for (const name of bad) {
    expect(isTenantName(name)).toBe(false)
    expect(refusedField({ tenant: name })).toBe('--tenant')
  }
})

test('names are plain text without escape sequences', () => {
  for (const name of ['laptop', 'Anna’s laptop'.replace('’', ' '), 'ann@acme.org', 'Büro 2']) {
    expect(planKey({ name }, now).name).toBe(name)
  }
  for (const name of ['', ' x', 'a\nb', '\u001b[31m', 'x'.repeat(65)]) expect(refusedField({ name })).toBe('--name')
})
