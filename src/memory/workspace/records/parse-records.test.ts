import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findFields } from './field-names.js'
import { parseRecords } from './parse-records.js'

/** Names and texts as the user wrote them. */
const told = (content: string) =>
  parseRecords(content).map(({ fields }) => Object.fromEntries(fields.map(({ name, text }) => [name, text])))

const lamp = { name: 'Desk Lamp', price: '4.50', region: 'North' }

describe('[GWT7] what is a record', () => {
  test.each([
    ['a JSON object', '{"name": "Desk Lamp", "price": 4.50, "region": "North"}'],
    ['a JSON object over several lines', '{\n  "name": "Desk Lamp",\n  "price": 4.50,\n  "region": "North"\n}'],
    ['a JSON object in a fence', 'Here:\n```json\n{"name": "Desk Lamp",\n "price": 4.50, "region": "North"}\n```'],
    ['a table', '| name | price | region |\n|------|------:|--------|\n| Desk Lamp | 4.50 | North |'],
    ['a table without outer pipes', 'name | price | region\n--- | --- | ---\nDesk Lamp | 4.50 | North'],
    ['name=value with commas', 'name=Desk Lamp, price=4.50, region=North'],
    ['name=value with bare commas', 'name=Desk Lamp,price=4.50,region=North'],
    ['name=value with semicolons', 'name=Desk Lamp; price=4.50; region=North;'],
    ['name=value with pipes', 'name=Desk Lamp | price=4.50 | region=North'],
    ['name=value with blanks and quotes', 'name="Desk Lamp" price=4.50 region=North'],
    ['name = value', 'name = Desk Lamp, price = 4.50, region = North'],
    ['name=value with a full stop', 'name=Desk Lamp, region=North, price=4.50.'],
    ['name: value on a line', 'name: Desk Lamp, price: 4.50, region: North'],
    ['name: value with semicolons', 'name: Desk Lamp; price: 4.50; region: North'],
    ['name: value on lines', 'name: Desk Lamp\nprice: 4.50\nregion: North'],
    ['name: value as bullets', '- name: Desk Lamp\n- price: 4.50\n- region: North'],
    ['bold names', '- **name**: Desk Lamp\n- **price:** 4.50\n- **region**: North'],
    ['name = value on lines', 'name = Desk Lamp\nprice = 4.50\nregion = North'],
    ['lines that end in CRLF', 'name: Desk Lamp\r\nprice: 4.50\r\nregion: North\r\n'],
    ['a title above', 'Product 12\nname: Desk Lamp\nprice: 4.50\nregion: North'],
    ['after prose', 'We sell this one now.\n\nname: Desk Lamp\nprice: 4.50\nregion: North'],
  ])('[GWT7] %s', (_, content) => {
    expect(told(content)).toEqual([lamp])
  })

  test('[GWT7] JSON objects per line, with any lines between them', () => {
    expect(told('{"a": 1}\nsome prose: yes\n{"a": 2},\n\n{"a": 3}')).toEqual([{ a: '1' }, { a: '2' }, { a: '3' }])
    expect(told('[{"a": 1}, 5, {"a": 2}, [{"a": 3}]]')).toEqual([{ a: '1' }, { a: '2' }])
  })

  test('[GWT7] JSON values are the text they are; inner objects have dotted names', () => {
    const json =
      '{"big": 12345678901234567890.10, "none": null, "yes": true, "in": {"a": 1, "b": {"c": "x"}}, "list": [1, "two"], "objects": [{"q": 1}], "empty": ""}'
    expect(told(json)).toEqual([
      {
        big: '12345678901234567890.10',
        yes: 'true',
        'in.a': '1',
        'in.b.c': 'x',
        list: '1, two',
        objects: '[{"q": 1}]',
      },
    ])
  })

  test('[GWT7] the last of two fields with the same name wins', () => {
    expect(told('{"a": 1, "a": 2}')).toEqual([{ a: '2' }])
  })

  test('[GWT7] a record per line, per row, per repeated first name', () => {
    const two = [
      { name: 'Lamp', price: '4' },
      { name: 'Desk', price: '90' },
    ]
    expect(told('Our products:\nname=Lamp, price=4\nname=Desk, price=90')).toEqual(two)
    expect(told('- name: Lamp, price: 4\n- name: Desk, price: 90')).toEqual(two)
    expect(told('1. name: Lamp, price: 4\n2. name: Desk, price: 90')).toEqual(two)
    expect(told('- name: Lamp\n  price: 4\n- name: Desk\n  price: 90')).toEqual(two)
    expect(told('name: Lamp\nprice: 4\n\nname: Desk\nprice: 90')).toEqual(two)
    expect(told('name: Lamp\nprice: 4\n---\nname: Desk\nprice: 90')).toEqual(two)
    expect(told('| name | price |\n|-|-|\n| Lamp | 4 |\n| Desk | 90 |\n\nThat is all.')).toEqual(two)
  })

  test('[GWT7] cells may be empty or hold a pipe', () => {
    expect(told('| a | b |\n|---|---|\n| x \\| y | |\n| | |\n| 1 | 2 | 3 |')).toEqual([
      { a: 'x | y' },
      { a: '1', b: '2' },
    ])
  })

  test('[GWT7] the text before the pairs is their label, not a field', () => {
    expect(parseRecords('Sale 17: region=North, amount=12.50')).toMatchObject([
      { label: 'Sale 17', fields: [{ name: 'region' }, { name: 'amount' }] },
    ])
  })

  test('[GWT7] numbers only when the whole value is one, and their text is kept', () => {
    const [{ fields }] = parseRecords('a=4.50, b=2025-01-02, c=v2, d=1e3, e=007, f=-3, g=10%')
    expect(fields.map(({ text, number }) => [text, number])).toEqual([
      ['4.50', 4.5],
      ['2025-01-02', null],
      ['v2', null],
      ['1e3', 1000],
      ['007', null],
      ['-3', -3],
      ['10%', null],
    ])
  })
})

describe('[GWT7] what is not a record', () => {
  test.each([
    'Meeting at 10:30',
    'Meeting at 10:30, lunch at 12:15.',
    'Note: remember to call Bob',
    'Note: call Bob\nReminder: buy milk',
    'Reminder: the price: 40 was wrong',
    'Total: 5',
    'price=5',
    'The ratio is 3:1, and the odds are 5:2',
    'He said: stop, she said: go',
    'Alice: hi there\nBob: hello, how are you?\nAlice: fine',
    'alice: hi\nbob: hello',
    'bob: hi\nalice: hello\ncarol: hey',
    'Q: What is the price?\nA: 40',
    'Owner: who is it?\nPrice: 40',
    'We set x=5 because y=6 was too large',
    'x=5 because y=6 was too large',
    'x=5 because y=6 was too large, sadly',
    'if x=1; then y=2',
    'const x = 5; const y = 6;',
    'E=mc2, F=ma',
    'See https://example.com/?a=1&b=2 and http://b.org:8080/',
    'https://example.com/?a=1&b=2',
    'Pros: cheap, cons: slow',
    'Today: rain, tomorrow: sun',
    'Warning: disk full, action: none',
    'Agenda: budget, hiring, and office: new chairs',
    'Price: it was too high for all of us.\nQuality: we did not like it a lot.',
    'Decision: use SQLite\nReason: simple',
    'Steps:\n1. mix: flour\n2. bake: long',
    'Dear Bob: the price: 40.',
    'Summary: this quarter we did well. Outlook: good things.',
    'The table | was | broken\nand nothing | came | of it',
    'Title\n---\nprose below',
    '# Heading\nSome text: and more of it, as people write.',
    '{not json: at all}',
    '{}',
    '[1, 2, 3]',
    '"name": "x"',
    '',
    '\n\n',
    '::: === |||',
  ])('[GWT7] %j', (content) => {
    expect(told(content)).toEqual([])
  })
})

describe('[GWT7] records of any content', () => {
  test('[GWT7] a number as long as a text may be is read in one go', () => {
    // A pattern that backtracks over the digits would exceed the test's time limit.
    const digits = '1'.repeat(400_000)
    const [record] = parseRecords(`name=Lamp, size=${digits}`)
    expect(record.fields.map(({ text }) => text)).toEqual(['Lamp', digits])
  })

  test('[GWT7] no text breaks the parser', () => {
    const line = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[a-c{}[\]"\\:=|,;\-\n 0-9.*#`]{0,40}$/),
      fc.json(),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
        for (const { fields } of parseRecords(lines.join('\n'))) {
          expect(fields.length).toBeGreaterThan(0)
          expect(new Set(fields.map(({ key }) => key)).size).toBe(fields.length)
          for (const { text } of fields) expect(text).not.toBe('')
        }
      }),
      { numRuns: 500 },
    )
  })

  const value = fc.oneof(
    fc.integer().map(String),
    fc.constantFrom('North', 'Desk Lamp', '2025-01-02', 'v2', '0.10', '1,234.50', 'true', 'Zürich', 'in_progress'),
  )
  const row = fc.record({ name: value, 'unit price': fc.integer().map(String), Region: value })
  const writings: Readonly<Record<string, (rows: readonly Readonly<Record<string, string>>[]) => string>> = {
    'JSON lines': (rows) => rows.map((each) => JSON.stringify(each)).join('\n'),
    table: (rows) =>
      ['| name | unit price | Region |', '|---|---|---|']
        .concat(rows.map((each) => `| ${Object.values(each).join(' | ')} |`))
        .join('\n'),
    'name=value': (rows) => rows.map((each) => pairs(each, '=').join('; ')).join('\n'),
    'name: value': (rows) => rows.map((each) => pairs(each, ': ').join('\n')).join('\n\n'),
  }
  const pairs = (each: Readonly<Record<string, string>>, sign: string) =>
    Object.entries(each).map(([name, text]) => name + sign + text)

  test.each(Object.keys(writings))('[GWT7] what is written as %s is read again, name by name', (writing) => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        expect(told(writings[writing](rows))).toEqual(rows)
      }),
    )
  })
})

describe('[GWT7] field names at look-up', () => {
  const known = ['unit price', 'region', 'status', 'cities']
  test.each([
    ['Unit_Price', ['unit price']],
    ['unitPrices', ['unit price']],
    ['REGIONS', ['region']],
    ['statuses', ['status']],
    ['city', ['cities']],
    ['cost', []],
  ])('[GWT7] %s is %j', (name, expected) => {
    expect(findFields(name, known)).toEqual(expected)
  })

  test('[GWT7] a field of that very name wins over its plural', () => {
    expect(findFields('sale', ['sales', 'sale'])).toEqual(['sale'])
  })
})
