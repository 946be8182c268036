/** The cells of a drawn terminal, in units of the picture. The first row is below the buttons of the window. */
const [margin, firstRow, cellWidth, lineHeight, baseline] = [18, 38, 8.4, 19, 14]

export const terminal = {
  columns: 85,
  cellWidth,
  widthOf: (columns: number) => Math.ceil(columns * cellWidth + 2 * margin),
  heightOf: (rows: number) => firstRow + rows * lineHeight + margin,
}

/** Where the text of a cell begins: on the left of it, on the baseline. */
export function placeOf(row: number, column: number): { x: number; y: number } {
  return { x: margin + column * cellWidth, y: firstRow + row * lineHeight + baseline }
}

/** The cell at a place, with fractions: a text that begins at column 1.5 is half a cell away from its neighbours. */
export function cellAt(x: number, y: number): { row: number; column: number } {
  return { row: (y - firstRow) / lineHeight, column: (x - margin) / cellWidth }
}
