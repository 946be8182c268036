import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPieceTable, hashOfNothing, hashOn } from './piece-table.js'

const hashOf = (text: string): number => {
  let hash = hashOfNothing
  for (let at = 0; at < text.length; at++) hash = hashOn(hash, text.charCodeAt(at))
  return hash
}

test('[REC1] a piece is found wherever it stands in a text, and nothing else is', () => {
  // Few letters, so that pieces begin, end and hold one another.
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u{1f600}'), maxLength: 4 })
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 40 }), fc.array(word), (pieces, words) => {
      const table = createPieceTable(pieces.map((piece, id) => [piece, id]))
      for (const sought of [...pieces, ...words]) {
        const found = table.find(`b${sought}a`, 1, 1 + sought.length, hashOf(sought))
        expect(found).toBe(pieces.indexOf(sought))
      }
      expect(table.longest).toBe(Math.max(0, ...pieces.map((piece) => piece.length)))
    }),
  )
})

test('[REC1] two pieces of one hash are two pieces', () => {
  const table = createPieceTable([
    ['one', 1],
    ['two', 2],
  ])
  expect(table.find('two', 0, 3, hashOf('one'))).toBe(-1)
})
