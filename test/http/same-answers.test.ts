import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toErrorBody, WorldWeaverError } from '#ww/errors.js'
import { operations } from '#ww/operations/index.js'
import type { Operation } from '#ww/operations/machinery/operation.js'
import { makeKnown, validInput } from '../fuzz/valid-input.js'
import { transcripts } from '../golden/operations/transcripts.js'
import { fill } from '../support/fill-ids.js'
import { type HttpApp, openHttpApp } from '../support/http-app.js'
import { type Mind, useMinds } from '../support/minds.js'
import { useServer } from '../support/server.js'

const minds = useMinds()
const all: readonly Operation[] = operations

/** The answer by the library: what is thrown is its body. */
async function byLibrary(mind: Mind, name: string, input: unknown): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await mind.invoke(all.find((operation) => operation.name === name)!, input)
  } catch (error) {
    if (error instanceof WorldWeaverError) return toErrorBody(error)
    throw error
  }
}

/** Ids are made anew on each side: the first of them is `#1` on both, and so on. */
function createNumbering(): (value: unknown) => unknown {
  const numbers = new Map<string, string>()
  const numbered = (id: string) => {
    const known = numbers.get(id) ?? `#${numbers.size + 1}`
    numbers.set(id, known)
    return known
  }
  return (value) => JSON.parse(JSON.stringify(value).replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, numbered))
}

/** Folders, sizes of files and times that were really taken are each side's own. */
const own = new Set(['data_dir', 'path', 'file_sizes', 'duration_seconds', 'duration_ms', 'elapsed_ms'])
const comparable = (value: unknown, { dataDir }: Mind): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(basename(dataDir), '…'), (key, each) => (own.has(key) ? '…' : each))

const statuses: Readonly<Record<string, number>> = { validation_error: 400, not_found: 404 }

describe('REST answers what the library answers', () => {
  test.each(Object.entries(transcripts))('[OPS5] [COM8] in every step of %s', async (_, steps) => {
    const mind = minds.open()
    const other = minds.open()
    const app: HttpApp = openHttpApp(other)
    const sides = [
      { ids: new Map<string, unknown>(), number: createNumbering() },
      { ids: new Map<string, unknown>(), number: createNumbering() },
    ] as const
    for (const { name: about, tool, input } of steps) {
      const direct = await byLibrary(mind, tool, fill(input, sides[0].ids))
      const { status, body } = await app.call(tool, fill(input, sides[1].ids))
      sides[0].ids.set(about, direct.id)
      sides[1].ids.set(about, body.id)
      expect(sides[1].number(comparable(body, other)), about).toEqual(sides[0].number(comparable(direct, mind)))
      const isRefusal = tool.startsWith('gwt_')
      expect(status, about).toBe(isRefusal ? 200 : (statuses[String(body.error)] ?? 200))
    }
  })

  test('[OPS5] the transcripts have every operation', () => {
    const told = new Set(Object.values(transcripts).flatMap((steps) => steps.map(({ tool }) => tool)))
    expect(all.map(({ name }) => name).filter((name) => !told.has(name))).toEqual([])
  })
})

/** The second of two alike may replace the first (OPS6). */
const keysOf = (answer: object): string[] =>
  Object.keys(answer)
    .filter((key) => key !== 'may_replace' && key !== 'next')
    .sort()

describe('REST answers what MCP answers', () => {
  test('[OPS5] for every operation, on one store', { timeout: 120_000 }, async () => {
    const mind = minds.open()
    const app = openHttpApp(mind)
    const server = await useServer({ dataDir: mind.dataDir, env: { WW_PROJECT: 'kitchen' } })
    for (const { name, effect } of all) {
      const input = { ...(validInput(await makeKnown(mind))[name as never] as object), project: 'kitchen' }
      const overRest = await app.call(name, input)
      expect(overRest.status, name).toBe(200)
      // What reads can be asked twice; of what writes, the second call has another answer of the same shape.
      const overMcp = await server.ask(
        name,
        effect === 'read'
          ? input
          : { ...(validInput(await makeKnown(mind))[name as never] as object), project: 'kitchen' },
      )
      expect(keysOf(overRest.body), name).toEqual(keysOf(overMcp))
    }
    const { body } = await app.call('recall', { query: 'kettle', project: 'kitchen', limit: 100 })
    const asked = await server.ask('recall', { query: 'kettle', limit: 100 })
    expect(body.memories).toEqual(asked.memories)
  })
})
