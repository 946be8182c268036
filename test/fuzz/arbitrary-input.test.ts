import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { WorldWeaverError } from '#ww/errors.js'
import { operations } from '#ww/operations/index.js'
import { type JsonSchema, toInputSchema } from '#ww/operations/machinery/json-schema.js'
import { type Mind, useMinds } from '../support/minds.js'
import { anyJson, storableObject, storableText } from './arbitraries.js'
import { type KnownIds, makeKnown } from './valid-input.js'

const minds = useMinds()
let mind: Mind
let known: KnownIds

beforeAll(async () => {
  mind = minds.open()
  known = await makeKnown(mind)
})

const times = fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })

/** Often right, so that the fuzz gets past the door; often not. */
function likelyValue(field: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (/time|timestamp/.test(field)) return times.map((time) => time.toISOString())
  if (field === 'procedure_id') return fc.constant(null).map(() => known.procedure)
  if (field.endsWith('id') && field !== 'session_id') return fc.constant(null).map(() => known.episode)
  if (field.startsWith('session')) return fc.stringMatching(/^[A-Za-z0-9_-]{1,128}$/)
  switch (schema.type) {
    case 'string':
      return storableText
    case 'integer':
      return fc.oneof(fc.maxSafeNat(), fc.nat(300))
    case 'number':
      return fc.double({ min: 0, max: 1, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(likelyValue('', schema.items ?? {}), { maxLength: 5 })
    default:
      return storableObject
  }
}

const inputs = operations.map((operation) => {
  const { properties = {} } = toInputSchema(operation.input)
  const fields = Object.entries(properties).map(([field, schema]) => [
    field,
    fc.oneof({ weight: 12, arbitrary: likelyValue(field, schema) }, { weight: 1, arbitrary: anyJson }),
  ])
  const mostlyRight = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  return { operation, name: operation.name, input: fc.oneof({ weight: 9, arbitrary: mostlyRight }, anyJson) }
})

describe('arbitrary JSON as arguments', () => {
  test.each(inputs)(
    '[COM8] $name answers it or refuses it in the contract’s words',
    { timeout: 60_000 },
    async ({ operation, input }) => {
      await fc.assert(
        fc.asyncProperty(input, async (given) => {
          try {
            await mind.invoke(operation, given)
          } catch (error) {
            if (!(error instanceof WorldWeaverError)) throw error
            expect(['validation_error', 'not_found'], String(error.cause)).toContain(error.code)
            expect(error.field).toEqual(expect.any(String))
          }
        }),
        { numRuns: 150 },
      )
    },
  )
})
