import fc from 'fast-check'

/** What breaks a text on its way through programs that are careless with it. */
const treacherous = fc.constantFrom(
  '👩‍👩‍👧‍👦',
  '🏳️‍🌈',
  '🇩🇪',
  '漢字かな交じり文',
  '한국어',
  'e\u0301',
  'é',
  'ạ̄̈',
  'Ω',
  'Ω',
  'ﬁ',
  'שלום',
  'مرحبا',
  '\u202ertl\u202c',
  '\u200b',
  '\ufeff',
  '\ufffd',
  '\uffff',
  '\u{10ffff}',
  '\u2028',
  '\u2029',
  '\r\n',
  '\r',
  '\n',
  '\t',
  ' ',
  '\u0001',
  '\u001b[31m',
  '\u007f',
  '\\u0000',
  '\\',
  '"',
  "'",
  '`',
  '$(x)',
  '%00',
  '&amp;',
  '<script>',
  "'; DROP TABLE memories; --",
  'NaN',
  '__proto__',
)

/** Texts that are not blank, well-formed and without a NUL: whatever else they hold, they must be kept. */
export const storableText = fc
  .oneof(
    fc
      .array(fc.oneof(treacherous, fc.string({ unit: 'grapheme' })), { minLength: 1, maxLength: 12 })
      .map((parts) => parts.join('')),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
    fc.tuple(treacherous, fc.integer({ min: 1, max: 3_000 })).map(([part, times]) => part.repeat(times)),
  )
  .map((text) => text.replaceAll('\0', ''))
  .filter((text) => text.trim() !== '' && text.isWellFormed())

/** Any JSON value, as a program that received it would have it. */
export const anyJson = fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' })

/** An escaped NUL, and not a backslash followed by such letters. */
const holdsNul = (value: unknown): boolean => /(?<!\\)(?:\\\\)*\\u0000/.test(JSON.stringify(value))

/** JSON objects that a context may be. */
export const storableObject = fc
  .dictionary(fc.oneof(treacherous, fc.string({ unit: 'grapheme' })), anyJson, { maxKeys: 6 })
  // Through JSON, so that it is what a message brings: no -0, no prototype of its own.
  .map((value) => JSON.parse(JSON.stringify(value)) as Record<string, unknown>)
  .filter((value) => !holdsNul(value) && JSON.stringify(value).length < 10_000)
