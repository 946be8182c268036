import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTriples } from './planners/graph/triples.js'
import { parseRecords } from './records/parse-records.js'
import { workspaceTags } from './records/workspace-tags.js'
import { isPlain, recordsIn, structureOf, triplesIn } from './text-structure.js'

const text = 'Sale 17: region=North, amount=12.50\nAtlas -> owned by -> Anna'

test('[GWT7] [GWT9] what is stored of a text says the same when it is read again', () => {
  const structure = structureOf({ text, tags: [] })!
  const again = JSON.parse(JSON.stringify(structure))
  expect(recordsIn(again)).toMatchObject([
    { label: 'Sale 17', fields: [{ name: 'region' }, { key: 'amount', text: '12.50', number: 12.5 }] },
  ])
  expect(triplesIn(again)).toEqual([{ subject: 'Atlas', relation: 'owned by', object: 'Anna' }])
})

test('[GWT7] prose has no structure, and neither has what the workspace wrote itself', () => {
  expect(structureOf({ text: 'Meeting at 10:30: bring the lamp.', tags: [] })).toBeUndefined()
  expect(structureOf({ text, tags: [workspaceTags.summary] })).toBeUndefined()
  expect(structureOf({ text, tags: ['mine', workspaceTags.answer] })).toBeUndefined()
})

test('[GWT7] [GWT9] a text that is skipped as plain has no structure', () => {
  const piece = fc.constantFrom(
    'name',
    'price',
    ' ',
    ':',
    '=',
    '4.50',
    '\n',
    ', ',
    '; ',
    '- ',
    '->',
    '|',
    '{',
    '}',
    '"',
    'a',
    '.',
  )
  const text = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, (each) => {
      fc.pre(isPlain(each))
      expect([...parseRecords(each), ...parseTriples(each)]).toEqual([])
    }),
    { numRuns: 5_000 },
  )
})
