import { describe, expect, test } from 'vitest'
import { operations } from '#ww/operations/index.js'
import { databaseFor, isOnPostgres } from '../../support/engine.js'
import { fill } from '../../support/fill-ids.js'
import { expectGolden } from '../../support/golden-file.js'
import { useMcpServers } from '../../support/mcp-session.js'
import { shapeOf } from '../../support/shape.js'
import { transcripts } from './transcripts.js'

const golden = (name: string) => new URL(`./${name}.golden.json`, import.meta.url)

/** Ids that this run made; those of the transcript's own input stay. */
const withoutIds = (body: object): unknown =>
  JSON.parse(JSON.stringify(body).replace(/\b(ep|ent|proc|note|lsn)-(?!01900000)[0-9a-f-]{36}/g, '$1-…'))

/** The name of the first question of a review, for the reply. */
const firstItem = ({ items }: { readonly items?: unknown }): unknown =>
  Array.isArray(items) ? items[0]?.item : undefined

/** PostgreSQL has a database where there are three files; else nothing may differ. */
async function withFiles(body: object, dataDir: string): Promise<object> {
  if (!isOnPostgres()) return body
  const database = new URL(await databaseFor(dataDir)).pathname.slice(1)
  const files = ['', '-shm', '-wal'].map((end) => `"world-weaver.db${end}":"number"`)
  return JSON.parse(JSON.stringify(body).replaceAll(`"${database}":"number"`, files.join()))
}

/** Uses are recorded up to a second after the answer (ACT8), so that a memory may show when it was used or may not yet. */
const withoutUse = (body: object): object =>
  JSON.parse(JSON.stringify(body, (key, value) => (key === 'last_accessed' ? undefined : value)))

describe('on the wire', () => {
  const startServer = useMcpServers()

  test('[OPS6] tools/list is as committed', async () => {
    const { client } = await startServer()
    expectGolden(golden('tools-list'), await client.listTools())
  })

  test.each(Object.entries(transcripts))('[COM8] the answers of %s have the committed shape', async (name, steps) => {
    const server = await startServer()
    const ids = new Map<string, unknown>()
    const transcript: unknown[] = []
    for (const { name: about, tool, input } of steps) {
      const { isError, body } = await server.call(tool, fill(input, ids) as typeof input)
      ids.set(about, body.id ?? firstItem(body))
      // An error is pinned word for word: its reader is a model, and its words are what helps.
      const isPlain = isError || typeof body.error === 'string'
      const shape = await withFiles(withoutUse(shapeOf(body) as object), server.dataDir)
      const shown = isPlain ? { error: withoutIds(body) } : { answer: withoutIds(shape) }
      transcript.push({ about, tool, input, ...shown })
    }
    expectGolden(golden(name), transcript)
  })

  test('[OPS6] every tool has a transcript', () => {
    const told = new Set(Object.values(transcripts).flatMap((steps) => steps.map(({ tool }) => tool)))
    expect([...told].sort()).toEqual(operations.map(({ name }) => name).sort())
  })
})
