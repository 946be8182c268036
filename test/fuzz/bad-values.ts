import type { JsonSchema } from '#ww/operations/machinery/json-schema.js'

export interface BadValue {
  readonly what: string
  readonly value: unknown
  /** False for what only a library call can carry. */
  readonly isJson: boolean
}

const bad = (what: string, value: unknown): BadValue => ({ what, value, isJson: true })
const unsayable = (what: string, value: unknown): BadValue => ({ what, value, isJson: false })

const notFinite = [
  unsayable('NaN', Number.NaN),
  unsayable('Infinity', Number.POSITIVE_INFINITY),
  unsayable('-Infinity', Number.NEGATIVE_INFINITY),
  unsayable('a bigint', 5n),
]
const neverRight = [unsayable('a function', () => 5), unsayable('a symbol', Symbol('five'))]

/** Every limit on the length of a text is below this. */
const tooLong = 'x'.repeat(100_001)
const texts = [
  bad('blank', ''),
  bad('blank', ' \t\n\u00a0\u3000'),
  bad('too long', tooLong),
  bad('with a NUL', 'be\0fore'),
  bad('with half a surrogate pair', 'be\ud83dfore'),
  bad('that ends in half a surrogate pair', 'before\ud83d'),
]

/** What these take all the same: a call without words of consent asks for them, and a payload is long. */
const takenBy: Readonly<Record<string, readonly string[]>> = { confirm: ['blank'], jsonl: ['too long'] }

/** What no parameter of this schema may be, by its type alone; `null` is looked at elsewhere. */
export function badValues(schema: JsonSchema, field = ''): BadValue[] {
  const isBad = ({ what }: BadValue) => !takenBy[field]?.includes(what)
  return [...badOfType(schema).filter(isBad), ...neverRight]
}

function badOfType(schema: JsonSchema): BadValue[] {
  switch (schema.type) {
    case 'string':
      return [
        bad('a number', 5),
        bad('a boolean', true),
        bad('a list', ['x']),
        bad('an object', {}),
        ...badTexts(schema),
      ]
    case 'integer':
      return [bad('a fraction', 1.5), bad('negative', -1), bad('hugely negative', -1e308), ...badNumbers(schema)]
    case 'number':
      return [bad('negative', -0.1), bad('huge', 1e308), bad('hugely negative', -1e308), ...badNumbers(schema)]
    case 'boolean':
      return [bad('a number', 1), bad('zero', 0), bad('a word', 'true'), bad('a list', []), bad('an object', {})]
    case 'array':
      return [
        bad('a text', 'x'),
        bad('a number', 5),
        bad('a boolean', true),
        bad('an object', { 0: 'x' }),
        ...badItems(schema),
      ]
    case 'object':
      return [bad('a text', 'x'), bad('a number', 5), bad('a boolean', true), bad('a list', [{}]), ...badObjects()]
    case undefined:
      if (schema.anyOf !== undefined) return badOfSeveral(schema.anyOf.map(({ type }) => type))
      throw new Error(`no bad values are known for ${JSON.stringify(schema)}`)
    default:
      throw new Error(`no bad values are known for ${JSON.stringify(schema)}`)
  }
}

/** One of several types: what is none of them. */
function badOfSeveral(types: readonly unknown[]): BadValue[] {
  const numbers = types.some((type) => type === 'number' || type === 'integer') ? [] : [bad('a number', 5)]
  return [...numbers, bad('a boolean', true), bad('an object', {})]
}

function badTexts({ enum: allowed }: JsonSchema): BadValue[] {
  if (allowed === undefined) return texts
  const [first] = allowed as string[]
  const capitalised = `${first![0]!.toUpperCase()}${first!.slice(1).toLowerCase()}`
  const wrongCases = [first!.toUpperCase(), first!.toLowerCase(), capitalised].filter((each) => each !== first)
  const misspelt = [` ${first}`, `${first} `, `${first}s${first}`]
  return [...texts, ...[...wrongCases, ...misspelt].map((value) => bad(`written "${value}"`, value))]
}

function badNumbers({ minimum, maximum }: JsonSchema): BadValue[] {
  return [
    bad('a numeric text', '5'),
    bad('a boolean', true),
    bad('a list', [5]),
    bad('an object', {}),
    ...notFinite,
    ...(minimum === undefined ? [] : [bad('below the least', minimum - 1)]),
    ...(maximum === undefined ? [] : [bad('above the most', maximum + 1)]),
  ]
}

function badItems({ items }: JsonSchema): BadValue[] {
  if (items === undefined) throw new Error('a list of what?')
  return [
    ...badOfType(items).map(({ what, value, isJson }) => ({ what: `a list with one ${what}`, value: [value], isJson })),
    bad('a list with null', [null]),
    bad('a list of 101 and a bad one', [...Array(100).fill('x'), 5]),
  ]
}

const badObjects = (): BadValue[] => [
  bad('with a NUL', { key: 'be\0fore' }),
  bad('with a NUL in a key', { 'be\0fore': 1 }),
  bad('with half a surrogate pair', { list: ['\udc00'] }),
  bad('larger than 64 KiB', { text: 'é'.repeat(32 * 1024) }),
  bad('nested too deep', JSON.parse(`{"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}`)),
  unsayable('with NaN', { number: Number.NaN }),
  unsayable('with a function', { call: () => 5 }),
  unsayable('with a bigint', { big: 5n }),
  unsayable('with undefined in a list', { list: [undefined] }),
  unsayable('a date', new Date(0)),
  unsayable('a map', new Map([['a', 1]])),
]
