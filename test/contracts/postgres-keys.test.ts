import { expect, test } from 'vitest'
import { Connections } from '#ww/adapters/postgres/connection/connections.js'
import { openPostgresKeyStore } from '#ww/adapters/postgres/postgres-key-store.js'
import { openKeyRing } from '#ww/app/server/access/key-ring.js'
import { createSettableClock } from '../support/minds.js'
import { usePostgres } from '../support/postgres/postgres.js'
import { describeKeyStore } from './key-store.js'

const newPostgres = usePostgres()
const silent = { debug() {}, info() {}, warn() {}, error() {} }

describeKeyStore('postgres', () => {
  const postgres = newPostgres()
  return () => openPostgresKeyStore(new Connections(postgres))
})

test('neither the token nor its secret is in the database', async () => {
  const postgres = newPostgres()
  const keys = openKeyRing(openPostgresKeyStore(new Connections(postgres)), {
    clock: createSettableClock(),
    log: silent,
  })
  const { token, key } = await keys.create({ name: 'laptop' })
  const secret = token.slice(token.lastIndexOf(key.id) + key.id.length + 1)
  const connections = new Connections(postgres)
  const kept = await connections.use((client) =>
    client.query({
      text: `SELECT row_to_json(api_keys)::text AS kept, encode(digest, 'escape') AS digest FROM api_keys`,
    }),
  )
  const told = JSON.stringify(kept.rows)
  expect(told).toContain('laptop')
  expect(told).not.toContain(secret)
  expect(told).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
  await Promise.all([keys.close(), connections.close()])
})
