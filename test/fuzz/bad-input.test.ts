import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toErrorBody, WorldWeaverError } from '#ww/errors.js'
import type { OperationName } from '#ww/index.js'
import { operations } from '#ww/operations/index.js'
import { toInputSchema } from '#ww/operations/machinery/json-schema.js'
import type { Operation } from '#ww/operations/machinery/operation.js'
import { rowCounts } from '../support/database.js'
import { type Mind, useMinds } from '../support/minds.js'
import { type Server, startServer } from '../support/server.js'
import { badValues } from './bad-values.js'
import { makeKnown, validInput } from './valid-input.js'

/** Every operation, by its schema: a new parameter is tested the day it is written. */
const schemas = operations.map((operation) => ({ operation, name: operation.name, ...toInputSchema(operation.input) }))
const parameters = schemas.flatMap(({ operation, name, properties = {}, required = [] }) =>
  Object.entries(properties).map(([field, schema]) => ({
    operation,
    name,
    field,
    schema,
    isRequired: required.includes(field),
  })),
)

const minds = useMinds()
let mind: Mind
let server: Server
let input: ReturnType<typeof validInput>

beforeAll(async () => {
  mind = minds.open()
  input = validInput(await makeKnown(mind))
  server = await startServer({ dataDir: mind.dataDir })
})
afterAll(() => server.close())

/** For a call that is taken: what it names may not serve twice, unless it is only read. */
const fresh = async ({ name, effect }: Operation) =>
  (effect === 'read' ? input : validInput(await makeKnown(mind)))[name as OperationName]

async function refusalByLibrary(operation: Operation, given: unknown): Promise<unknown> {
  try {
    return { answered: await mind.invoke(operation, given) }
  } catch (error) {
    return error instanceof WorldWeaverError ? toErrorBody(error) : { thrown: error }
  }
}

/** The workspace door answers in a sentence that begins with the field (GWT1); the others fail with exactly this (COM8). */
function refused({ door }: Operation, field: string) {
  // Of a list, the item may be named too, and a field of it.
  const named = `${field.replace(/[^\w]/g, '\\$&')}(\\.\\d+(\\.\\w+)*)?`
  if (door !== 'workspace') {
    const body = {
      error: 'validation_error',
      message: expect.stringMatching(/\S/),
      field: expect.stringMatching(new RegExp(`^${named}$`)),
    }
    return { byLibrary: body, overMcp: { isError: true, body } }
  }
  const answer = expect.objectContaining({ error: expect.stringMatching(new RegExp(`^${named} `)) })
  return { byLibrary: { answered: answer }, overMcp: { isError: false, body: answer } }
}

const isRefusal = (answer: unknown): boolean => typeof answer === 'object' && answer !== null && 'error' in answer

/**
 * A call that must be confirmed is asked for it, whether the words are null or left out, and one that needs one of two
 * (`correct`) is refused either way; any other is taken.
 */
function asked(answer: unknown) {
  if (isRefusal(answer)) return answer
  const { answered } = answer as { answered?: { error?: string; required_confirm?: string } }
  if (answered?.required_confirm === undefined) return taken
  const { error, required_confirm } = answered
  return { answered: expect.objectContaining({ error, required_confirm }) }
}

const taken = { answered: expect.not.objectContaining({ error: expect.anything() }) }

test('every operation has an input that it takes', async () => {
  for (const { operation, name } of schemas) {
    expect(await refusalByLibrary(operation, await fresh(operation)), name).toEqual(taken)
  }
})

describe.each(parameters)('$name: $field', ({ operation, name, field, schema, isRequired }) => {
  test('[COM4] [COM5] [COM8] a bad value is refused by name, by the library and over MCP, and nothing is stored', async () => {
    const before = rowCounts(mind.dataDir)
    for (const { what, value, isJson } of badValues(schema, field)) {
      const given = { ...input[name], [field]: value }
      expect(await refusalByLibrary(operation, given), `library: ${what}`).toEqual(refused(operation, field).byLibrary)
      if (!isJson) continue
      const answer = await server.call(name, given)
      expect(answer, `MCP: ${what}`).toEqual(refused(operation, field).overMcp)
    }
    expect(rowCounts(mind.dataDir)).toEqual(before)
  })

  test(
    isRequired ? '[COM8] is required: missing or null is refused' : '[COM2] null means the same as leaving it out',
    async () => {
      const { [field]: _, ...without } = input[name]
      const withNull = { ...without, [field]: null }
      if (isRequired) {
        expect(await refusalByLibrary(operation, without)).toEqual(refused(operation, field).byLibrary)
        expect(await refusalByLibrary(operation, withNull)).toEqual(refused(operation, field).byLibrary)
        expect(await server.call(name, withNull)).toEqual(refused(operation, field).overMcp)
        return
      }
      expect(operation.input.parse(withNull)).toEqual({
        ...operation.input.parse(without),
        ...unset(operation, without, field),
      })
      const { [field]: __, ...leftOut } = await fresh(operation)
      const withNullAgain = async () => ({ ...(await fresh(operation)), [field]: null })
      const answer = await refusalByLibrary(operation, leftOut)
      expect(await refusalByLibrary(operation, await withNullAgain())).toEqual(asked(answer))
      expect(await server.call(name, await withNullAgain())).toMatchObject({ isError: isRefusal(answer) })
    },
  )
})

/** Without a default, a parameter that was null stays null where one that was left out is absent. */
function unset(operation: Operation, without: unknown, field: string): Record<string, unknown> {
  const parsed = operation.input.parse(without)
  return field in parsed && parsed[field] !== undefined ? {} : { [field]: null }
}

describe.each(schemas)('$name', ({ operation, name }) => {
  test('[COM8] an unknown parameter is refused by its name, and nothing is stored', async () => {
    const before = rowCounts(mind.dataDir)
    for (const unknown of ['limits', 'Query', 'session-id', '', 'constructor', 'toString', '日本']) {
      const given = { ...input[name], [unknown]: 'x' }
      const { byLibrary, overMcp } = refused(operation, unknown === '' ? 'arguments' : unknown)
      expect(await refusalByLibrary(operation, given), unknown).toEqual(byLibrary)
      expect(await server.call(name, given), unknown).toEqual(overMcp)
    }
    expect(rowCounts(mind.dataDir)).toEqual(before)
  })

  test('[COM8] what is no object at all is refused', async () => {
    for (const given of ['x', 5, true, [], [input[name]], () => input[name]]) {
      expect(await refusalByLibrary(operation, given)).toEqual(refused(operation, 'arguments').byLibrary)
    }
  })
})
