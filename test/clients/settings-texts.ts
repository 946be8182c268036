import fc from 'fast-check'
import { stringify } from 'smol-toml'

/** What may stand between any two signs of JSON with comments. */
const trivia = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('', ' ', '  ', '\t') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '\n',
      '\r\n    ',
      '\n\t',
      '/* a, } */',
      '/*\n * two lines {\n */',
      ' // b: ["\n  ',
      '//\r\n',
    ),
  },
)

const scalar = fc.oneof(
  fc.string({ maxLength: 6 }).map((text) => JSON.stringify(text)),
  fc.constantFrom('"a \\" } // no comment"', '"\\u00e9"', '"é👩‍👧"', '-0.5e+3', '0', 'true', 'false', 'null'),
)

/** Written as somebody who likes neither order nor programs might. */
function container(parts: fc.Arbitrary<string[]>, [open, close]: string): fc.Arbitrary<string> {
  return fc
    .tuple(parts, fc.array(trivia, { minLength: 9, maxLength: 9 }), fc.boolean())
    .map(([texts, blanks, trails]) => {
      const blank = (index: number) => blanks[index % blanks.length]
      const joined = texts.map((text, index) => {
        const comma = index < texts.length - 1 || trails ? `${blank(3 * index + 1)},` : ''
        return `${blank(3 * index)}${text}${comma}`
      })
      return `${open}${joined.join('')}${blank(8)}${close}`
    })
}

const member = (key: fc.Arbitrary<string>, value: fc.Arbitrary<string>) =>
  fc
    .tuple(key, trivia, trivia, value)
    .map(([name, before, after, text]) => `${JSON.stringify(name)}${before}:${after}${text}`)

const keys = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('a.b', '__proto__', 'world-weaver-2', 'servers'))

const byKey = (text: string): string => text.slice(0, text.indexOf('":') + 1)

const members = (value: fc.Arbitrary<string>) =>
  fc.uniqueArray(member(keys, value), { maxLength: 3, selector: (text) => /^"(?:[^"\\]|\\.)*"/.exec(text)![0] })

const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    container(fc.array(tie('value'), { maxLength: 3 }), '[]'),
    container(members(tie('value')), '{}'),
  ),
}))

/** A file of settings with comments, its servers under `servers`, ours perhaps already among them. */
export function jsoncTexts(servers: string): fc.Arbitrary<string> {
  const entry = fc.constantFrom(
    '{ "command": "node", "args": ["/opt/world-weaver/main.js"], "env": { "WW_PROJECT": "shop" } }',
    '{\n      // mine\n      "command": "npx", "timeout": 5,\n    }',
    '{"url":"http://localhost:1"}',
    'null',
  )
  const ours = fc.option(member(fc.constant('world-weaver'), entry), { nil: undefined })
  const listed = fc
    .tuple(members(value), ours)
    .chain(([others, own]) => container(fc.constant(own === undefined ? others : [own, ...others]), '{}'))
  const held = fc.option(member(fc.constant(servers), listed), { nil: undefined })
  const root = fc.tuple(members(value), held, fc.boolean()).chain(([others, own, isFirst]) => {
    const rest = others.filter((text) => byKey(text) !== JSON.stringify(servers) && !text.startsWith(`"${servers}"`))
    return container(fc.constant(own === undefined ? rest : isFirst ? [own, ...rest] : [...rest, own]), '{}')
  })
  return fc
    .tuple(
      fc.constantFrom('', '\uFEFF'),
      trivia,
      fc.oneof({ weight: 9, arbitrary: root }, { weight: 1, arbitrary: fc.constant('') }),
      trivia,
    )
    .map((parts) => parts.join(''))
}

const tomlTable = fc.dictionary(
  fc.constantFrom('model', 'a b', 'x', 'when', 'list', 'mcp'),
  fc.oneof(
    fc.string({ maxLength: 5 }),
    fc.integer(),
    fc.boolean(),
    fc.constant(['[not a table]', '# nor this']),
    fc.date({ noInvalidDate: true, min: new Date('1990-01-01'), max: new Date('2040-01-01') }),
  ),
  { maxKeys: 3 },
)

/** Settings in TOML with comments and other servers. */
export const tomlTexts: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '\uFEFF'),
    tomlTable,
    fc.dictionary(fc.constantFrom('one', 'two.three', 'world-weaver', 'world-weaver-2'), tomlTable, { maxKeys: 3 }),
    tomlTable,
    fc.constantFrom('', '\n', '\n\n', '\n# the end', '\n[[hooks]]\nrun = """\n[mcp_servers.world-weaver]\n"""\n'),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([mark, top, mcp_servers, other, end, eol]) => {
    const servers = Object.keys(mcp_servers).length === 0 ? {} : { mcp_servers }
    const text = stringify({ ...top, ...servers, other }).replace(/^\[/gm, '# about this:\n[')
    return mark + (text.trimEnd() + end).replaceAll('\n', eol)
  })
