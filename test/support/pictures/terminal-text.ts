import type { Layout } from './layout.js'
import { cellAt } from './terminal-grid.js'

/** As far as a character may be off its column, in cells. */
const tolerance = 0.2

/** What a drawn terminal says, by the places that are written in the picture. No layout is needed for it. */
export function readSource({ texts }: Layout): string[] {
  const rows: string[][] = []
  for (const { x, y, text } of texts) {
    const { row, column } = cellAt(x, y)
    for (const [place, character] of [...text].entries())
      put(rows, Math.floor(row), Math.round(column) + place, character)
  }
  return toLines(rows)
}

/** What a drawn terminal shows: each character in the cell where the browser put it. */
function readShown({ texts }: Layout): string[] {
  const rows: string[][] = []
  for (const { character, row, column } of locateGlyphs(texts)) put(rows, row, Math.round(column), character)
  return toLines(rows)
}

/** Where a terminal, as the browser lays it out, differs from what it should say. */
export function findShifts(layout: Layout, expected: readonly string[]): string[] {
  const shown = readShown(layout)
  const rows = Array.from({ length: Math.max(shown.length, expected.length) }, (_, row) => row)
  return [
    ...rows
      .filter((row) => (shown[row] ?? '') !== (expected[row] ?? '').trimEnd())
      .map((row) => `row ${row + 1} shows "${shown[row] ?? ''}" instead of "${(expected[row] ?? '').trimEnd()}"`),
    ...locateGlyphs(layout.texts)
      .filter(({ column }) => Math.abs(column - Math.round(column)) > tolerance)
      .map(
        ({ character, row, column }) =>
          `"${character}" in row ${row + 1} stands between two columns, at ${column.toFixed(1)}`,
      ),
  ]
}

/** The row is that of the middle of the letter: how far one goes above and below the baseline depends on the font. */
const locateGlyphs = (texts: Layout['texts']) =>
  texts
    .flatMap(({ glyphs }) => glyphs)
    .map(({ character, box }) => {
      const { row, column } = cellAt(box.left, (box.top + box.bottom) / 2)
      return { character, row: Math.floor(row), column }
    })

function put(rows: string[][], row: number, column: number, character: string): void {
  rows[row] ??= []
  rows[row][column] = character
}

const toLines = (rows: readonly string[][]) =>
  Array.from(rows, (row = []) =>
    Array.from(row, (character = ' ') => character)
      .join('')
      .trimEnd(),
  )
