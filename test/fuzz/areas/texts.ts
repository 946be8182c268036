import fc from 'fast-check'
import { storableText } from '../arbitraries.js'

/** As long as a door takes. */
const longest = 100_000

/** A text, or how a long one is made: a case that was found must fit into a file. */
export type Told = string | { readonly one: string; readonly length: number; readonly last: string }

/** Not blank, no NUL, well-formed: as an operation would have let it in. */
export function asText(told: Told): string {
  const text =
    typeof told === 'string'
      ? told
      : `${told.one.repeat(Math.ceil(told.length / told.one.length)).slice(0, told.length)}${told.last}`
  const storable = text.slice(0, longest).replaceAll('\0', '').toWellFormed()
  return storable.trim() === '' ? 'x' : storable
}

/** Fragments in any order, with what may stand between them. */
export const textOf = (fragments: readonly string[]): fc.Arbitrary<Told> => {
  const fragment = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...fragments) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
    { weight: 1, arbitrary: storableText.map((text) => text.slice(0, 200)) },
  )
  const between = fc.constantFrom('', ' ', ' ', '\n', ', ', '\n\n', '\t', '  ')
  const joined = fc
    .array(fc.tuple(fragment, between), { minLength: 1, maxLength: 30 })
    .map((parts) => parts.flat().join(''))
  // What takes a pattern long is mostly the same over and over, and then not quite what it looks for.
  const repeated = fc.record({
    one: fc.tuple(fragment, between, fragment, between).map((parts) => parts.join('') || 'x'),
    length: fc.integer({ min: 20, max: longest }),
    last: fragment,
  })
  return fc.oneof(
    { weight: 12, arbitrary: joined },
    { weight: 2, arbitrary: storableText },
    { weight: 1, arbitrary: repeated },
  )
}
