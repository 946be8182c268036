import fc from 'fast-check'
import type { OpenApiSchema } from '#ww/surfaces/http/openapi/openapi.js'
import { storableObject, storableText } from '../../fuzz/arbitraries.js'
import { plantSecrets } from '../../support/planted-secrets.js'
import { createRandom } from '../../support/random.js'

const times = fc
  .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
  .map((time) => time.toISOString())

/** COM4: what stores them answers more than its own fields. */
const secrets = plantSecrets(createRandom(5)).map(({ text }) => text)

/**
 * Values that the schema takes. `{ent7}` stands for an id that was answered before, of an
 * entity here; `{any7}` for any. With an example, a field is often as it is there.
 */
export function valueFor(schema: OpenApiSchema, example?: unknown): fc.Arbitrary<unknown> {
  const value = notNull(schema, example)
  return schema.nullable === true
    ? fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 9, arbitrary: value })
    : value
}

function notNull(schema: OpenApiSchema, example: unknown): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((each) => valueFor(each)))
  switch (schema.type) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return integer(schema)
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true }).map(noMinusZero)
    case 'array':
      return fc.array(valueFor(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 4 })
    case 'object':
      return schema.properties === undefined ? storableObject : objectOf(schema, example)
    case 'string':
      return text(schema)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

/** JSON has none. */
const noMinusZero = (value: number): number => (value === 0 ? 0 : value)

function integer({ minimum = -1_000, maximum = Number.MAX_SAFE_INTEGER }: OpenApiSchema): fc.Arbitrary<number> {
  const small = fc.integer({ min: minimum, max: Math.min(maximum, Math.max(minimum, 10)) })
  return fc.oneof(
    { weight: 8, arbitrary: small },
    { weight: 1, arbitrary: fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 31 - 1) }) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  )
}

/** Few, so that calls meet. */
const special: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  project: fc.constantFrom('kitchen', null, '*'),
  workflow_id: fc.oneof(
    { weight: 5, arbitrary: fc.nat(2).map((at) => `{workflow${at}}`) },
    { weight: 1, arbitrary: fc.uuid() },
  ),
  message_id: fc.oneof(
    { weight: 5, arbitrary: fc.nat(2).map((at) => `{message${at}}`) },
    { weight: 1, arbitrary: fc.uuid() },
  ),
}

function objectOf({ properties = {}, required = [] }: OpenApiSchema, example: unknown): fc.Arbitrary<object> {
  const shown = (example ?? {}) as Readonly<Record<string, unknown>>
  const each = Object.entries(properties).map(([name, schema]): [string, fc.Arbitrary<unknown>] => {
    const any = special[name] ?? valueFor(schema)
    const isTelling = name in shown && !/_ids?$|^ids?$/.test(name)
    return [name, isTelling ? fc.oneof(fc.constant(shown[name]), any) : any]
  })
  return fc.record<Record<string, unknown>>(Object.fromEntries(each), { requiredKeys: [...required] })
}

/** Of a pattern that has one prefix. */
const kindOf = (pattern: string): string => /^\^\(\?:([a-z]+)-\)/.exec(pattern)?.[1] ?? 'any'

function text({ pattern, format, maxLength = 1_000 }: OpenApiSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (pattern?.includes('[0-9A-Fa-f]{8}')) {
    return fc.oneof(
      { weight: 9, arbitrary: fc.nat(40).map((at) => `{${kindOf(pattern)}${at}}`) },
      { weight: 1, arbitrary: fc.stringMatching(new RegExp(pattern)) },
    )
  }
  if (pattern?.startsWith('^\\d{4}'))
    return fc.oneof(
      times,
      times.map((time) => time.slice(0, 10)),
    )
  if (pattern !== undefined && pattern !== '\\S') {
    // Few names, so that the memories of one session meet.
    return fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('default', 'default', 'anna') },
      { weight: 1, arbitrary: fc.stringMatching(new RegExp(pattern)) },
    )
  }
  const fitting = storableText
    .map((each) => [...each].slice(0, maxLength).join(''))
    .filter((each) => each.trim() !== '')
  return fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...secrets).filter((each) => each.length <= maxLength) },
    { weight: 6, arbitrary: fc.constantFrom('The kettle is on.', 'Which port does staging use?', 'Anna prefers tea.') },
    { weight: 12, arbitrary: fitting },
    { weight: 1, arbitrary: fc.constant('x '.repeat(Math.min(maxLength, 100_000) / 2)) },
  )
}
