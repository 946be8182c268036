import { expect, test } from 'vitest'
import { checkPgvector } from './postgres.js'

test.each([
  ['0.7.4', 'problem'],
  ['0.8.0', 'ok'],
  ['0.10.1', 'ok'],
  ['1.0', 'ok'],
] as const)('pgvector %s: %s', (pgvector, status) => {
  expect(checkPgvector({ pgvector, schema: 2 }).status).toBe(status)
})
