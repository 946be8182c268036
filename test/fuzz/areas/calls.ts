import fc from 'fast-check'
import { operations } from '#ww/operations/index.js'
import { type JsonSchema, toInputSchema } from '#ww/operations/machinery/json-schema.js'
import { anyJson, storableObject, storableText } from '../arbitraries.js'
import { validInput } from '../valid-input.js'

/** A call of an operation. `{episode}` and the like stand for ids that are there, `{last}` for one that came last. */
export interface Call {
  readonly name: string
  readonly input: unknown
}

const places = { episode: '{episode}', procedure: '{procedure}', entities: ['{entity0}', '{entity1}'] } as const
const times = fc
  .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
  .map((time) => time.toISOString())
const anyPlace = fc.constantFrom('{episode}', '{procedure}', '{entity0}', '{entity1}', '{last}')
const telling = fc.constantFrom(
  'The kettle is on.',
  'How many kettles cost more than 4.50?',
  'name=Kettle, price=4.5, region=North',
  'A -> uses -> B',
  'What did we decide last week about the "release"?',
  '{"content": "The kettle came in.", "id": "{episode}"}',
)

/** Often right, so that the fuzz gets past the door. */
function likelyValue(field: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (/time|timestamp|before/.test(field)) return times
  if (/(?:^|_)ids?$|entities|link_to/.test(field) && !field.startsWith('session')) {
    return schema.type === 'array' ? fc.array(anyPlace, { maxLength: 4 }) : anyPlace
  }
  if (field.startsWith('session'))
    return fc.oneof(fc.constantFrom('default', 'anna'), fc.stringMatching(/^[A-Za-z0-9_-]{1,128}$/))
  if (field === 'project') return fc.constantFrom('kitchen', '*', null)
  switch (schema.type) {
    case 'string':
      return fc.oneof(telling, storableText)
    case 'integer':
      return fc.oneof(fc.nat(12), fc.nat(300), fc.maxSafeNat())
    case 'number':
      return fc.double({ min: 0, max: 2, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(likelyValue('', schema.items ?? {}), { maxLength: 5 })
    default:
      return storableObject
  }
}

const nasty = fc.oneof(
  anyJson,
  fc.constantFrom('', '\0', '\ud83d', -1, 1.5, 1e308, [], {}, [null], 'x'.repeat(100_001)),
)

const inputOf = (name: string, schema: JsonSchema): fc.Arbitrary<unknown> => {
  const fields = Object.entries(schema.properties ?? {}).map(([field, each]) => [
    field,
    fc.oneof({ weight: 30, arbitrary: likelyValue(field, each) }, { weight: 1, arbitrary: nasty }),
  ])
  const told = fc.record<Record<string, unknown>>(Object.fromEntries(fields), { requiredKeys: [] })
  const least = validInput(places)[name as keyof ReturnType<typeof validInput>]
  const some = fc.tuple(told, fc.subarray(Object.keys(schema.properties ?? {}))).map(([all, chosen]) => ({
    ...least,
    ...Object.fromEntries(Object.entries(all).filter(([f]) => chosen.includes(f))),
  }))
  return fc.oneof({ weight: 10, arbitrary: some }, { weight: 3, arbitrary: told }, { weight: 1, arbitrary: anyJson })
}

export const anyCall: fc.Arbitrary<Call> = fc.oneof(
  ...operations.map(({ name, input }) => inputOf(name, toInputSchema(input)).map((given) => ({ name, input: given }))),
)

/** The same with the ids that are meant. */
export function fillPlaces(value: unknown, ids: Readonly<Record<string, string>>): unknown {
  const text = JSON.stringify(value)
  return text === undefined
    ? undefined
    : JSON.parse(text.replace(/\{(episode|procedure|entity[01]|last)\}/g, (_, name) => ids[name] ?? ''))
}
