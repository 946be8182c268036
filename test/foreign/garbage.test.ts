import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonElements } from '#ww/adapters/foreign-formats/json-elements.js'
import { readPieces } from '#ww/app/import/read-pieces.js'
import { sources } from '#ww/app/import/sources.js'
import { readAll } from './reading.js'

const keys = [
  'type',
  'message',
  'content',
  'payload',
  'mapping',
  'current_node',
  'parent',
  'children',
  'chat_messages',
  'text',
  'role',
  'author',
  'parts',
  'content_type',
  'name',
  'observations',
  'from',
  'to',
  'relationType',
  'memory',
  'uuid',
  'id',
  'tool_use_id',
  'output',
  'is_error',
  'timestamp',
  'cwd',
  'sender',
  'conversations_memory',
]
const values = [
  'user',
  'assistant',
  'message',
  'response_item',
  'tool_result',
  'tool_use',
  'text',
  'entity',
  'relation',
  'function_call_output',
  'function_call',
  'session_meta',
  'human',
  '---\ntitle: x\n---\n# y\n- [a] b\n- r [[c]]',
  '\0',
  '\ud800',
]
/** Names that every object has. */
const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty']
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(...values, ...inherited),
    fc.string({ unit: 'binary' }),
    fc.double(),
    fc.constantFrom(null, true, false),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...keys), tie('json'), { maxKeys: 6 }),
  ),
}))
const piece = fc.oneof(
  json.map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary' }),
  json.map((value) => JSON.stringify(value).slice(0, -1)),
)
const readings = Object.entries(sources).map(([name, { asGiven }]) => [name, asGiven] as const)

describe('garbage', () => {
  test.each(readings)(
    '[GWT14] %s: whatever a file says, nothing is thrown, and each record is good or listed',
    (_, { newReader }) => {
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
          for (const record of readAll(newReader, pieces)) {
            expect(record.line).toBeGreaterThan(0)
            if ('problem' in record) expect(record.problem).not.toBe('')
            else
              expect([record.text.trim() !== '', record.key.length > 1, JSON.stringify(record).length > 0]).toEqual([
                true,
                true,
                true,
              ])
          }
        }),
        { numRuns: 400 },
      )
    },
  )

  test.each(['lines', 'elements', 'text'] as const)(
    '[GWT14] bytes that are no text are listed, too: %s',
    async (pieces) => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 6 }), async (chunks) => {
          async function* bytes() {
            yield* chunks
          }
          for await (const some of readPieces(bytes(), pieces))
            for (const found of some) expect(found.line).toBeGreaterThan(0)
        }),
        { numRuns: 300 },
      )
    },
  )
})

describe('words that every object has', () => {
  test.each(inherited)('[GWT14] %s as a type, a sender or a field is a word as any other', (word) => {
    const { claude, 'server-memory': graph, markdown } = sources
    const entity = { type: 'entity', name: 'Kettle', entityType: word, observations: ['Boils.'] }
    expect(readAll(graph.asGiven.newReader, [entity])[0]).toMatchObject({ entity: { entityType: 'CONCEPT' } })
    const message = { sender: word, text: 'The kettle is on.' }
    expect(readAll(claude.asGiven.newReader, [{ uuid: 'x', chat_messages: [message] }])).toEqual([])
    const note = `---\n${word}: x\n- one\ntags:\n- tea\n---\nThe kettle is on.`
    expect(readAll(markdown.asGiven.newReader, [note])).toMatchObject([{ text: 'The kettle is on.', tags: ['tea'] }])
  })
})

describe('a JSON array that comes in parts', () => {
  const split = (text: string, size: number): Uint8Array[] => {
    const bytes = Buffer.from(text)
    return Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) =>
      bytes.subarray(place * size, (place + 1) * size),
    )
  }
  const elementsIn = (text: string, size = 7) => {
    const elements = new JsonElements()
    return [...split(text, size).flatMap((chunk) => elements.push(chunk)), ...elements.end()]
  }

  test('[GWT14] has the elements that JSON.parse finds, however it is cut', () => {
    fc.assert(
      fc.property(
        fc.array(json, { maxLength: 6 }),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(undefined, 2),
        (values, size, indent) => {
          const found = elementsIn(JSON.stringify(values, null, indent), size)
          expect(found.map((each) => ('text' in each ? JSON.parse(each.text) : each))).toEqual(
            JSON.parse(JSON.stringify(values)),
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  test('[GWT14] knows the line of each, and finds those in an object at the root', () => {
    expect(
      elementsIn('\ufeff{"count": 2, "next": null,\n "results": [\n{"a": "]\\"}"},\n 7], "other": {"x": [1]}}'),
    ).toEqual([
      { line: 3, text: '{"a": "]\\"}"}' },
      { line: 4, text: '7' },
    ])
  })

  test('[GWT14] of a broken one, what is whole is taken and the rest is listed', () => {
    expect(elementsIn('[{"a": 1},\n{"b": ')).toEqual([
      { line: 1, text: '{"a": 1}' },
      { line: 2, problem: 'is cut off' },
    ])
    expect(elementsIn('nonsense')).toEqual([{ line: 1, problem: 'is not JSON' }])
    expect(elementsIn('[1] trailing')).toEqual([
      { line: 1, text: '1' },
      { line: 1, problem: 'has more text after its end' },
    ])
    expect(elementsIn('')).toEqual([])
  })

  test('[GWT14] an element that is too long is listed and not held', () => {
    const elements = new JsonElements(1024 * 1024)
    const found = [`[{"a": "${'x'.repeat(3 * 1024 * 1024)}"}, 2]`]
      .flatMap((text) => split(text, 65_536))
      .flatMap((chunk) => elements.push(chunk))
    expect(found).toEqual([
      { line: 1, problem: 'is longer than 1 MiB' },
      { line: 1, text: '2' },
    ])
  })
})
