import fc from 'fast-check'
import { expect } from 'vitest'
import { toErrorBody, WorldWeaverError } from '#ww/errors.js'
import type { WorldWeaver } from '#ww/index.js'
import { operations as all } from '#ww/operations/index.js'
import type { Operation } from '#ww/operations/machinery/operation.js'
import { isRefusal } from '#ww/operations/machinery/refusal.js'
import { rowCounts } from '../../support/database.js'
import { defineArea } from '../campaign/area.js'
import { anyCall, fillPlaces } from './calls.js'
import { prepareFolder } from './prepared-folder.js'

const byName = new Map<string, Operation>(all.map((operation) => [operation.name, operation]))
/** The field of those that store a text as it is told. */
const told: Readonly<Record<string, string>> = {
  remember: 'text',
  create_episode: 'content',
  gwt_store: 'content',
  correct: 'text',
}

export const operations = defineArea({
  name: 'operations',
  shortRuns: 30,
  cases: fc.array(
    fc.record({
      call: anyCall,
      // Clocks are set back, too.
      advanceMs: fc.oneof(fc.constant(1_000), fc.integer({ min: -400 * 86_400_000, max: 400 * 86_400_000 })),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  async open() {
    const prepared = await prepareFolder()
    return {
      async play(steps) {
        const { mind, clock, dataDir, remove } = prepared.copy()
        try {
          const ids: Record<string, string> = { ...prepared.ids }
          for (const { call, advanceMs } of steps) {
            clock.advance(advanceMs)
            const answer = await invoke(mind, call.name, fillPlaces(call.input, ids), dataDir)
            if (typeof answer?.id === 'string') ids.last = answer.id
          }
        } finally {
          await remove()
        }
      },
      close: async () => prepared.remove(),
    }
  },
})

async function invoke(mind: WorldWeaver, name: string, input: unknown, dataDir: string) {
  const operation = byName.get(name)!
  const before = rowCounts(dataDir)
  try {
    const answer = await mind.invoke(operation, input)
    if (isRefusal(operation, answer)) {
      expect(answer.error).toMatch(/\S/)
      expect(rowCounts(dataDir)).toEqual(before)
      return undefined
    }
    const text = (input as Record<string, unknown> | null)?.[told[name] ?? '']
    if (typeof text === 'string' && typeof answer.id === 'string') {
      const { content } = await mind.call('get_memory', { id: answer.id })
      expect(content === text, 'the text is not what was told').toBe(true)
    }
    return answer
  } catch (error) {
    if (!(error instanceof WorldWeaverError)) throw error
    if (error.code === 'internal_error')
      throw new Error(`${name}: ${String(error.cause ?? error.message)}`, { cause: error })
    expect(['validation_error', 'not_found'], name).toContain(error.code)
    expect(toErrorBody(error), name).toEqual({
      error: error.code,
      message: expect.stringMatching(/\S/),
      field: expect.any(String),
    })
    expect(rowCounts(dataDir)).toEqual(before)
    return undefined
  }
}
