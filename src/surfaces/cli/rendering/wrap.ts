import { once } from '../../../once.js'

const graphemes = once(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }))
const words = once(() => new Intl.Segmenter(undefined, { granularity: 'word' }))

/** East Asian Wide and Fullwidth scripts (UAX #11), and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u

/** Columns that a terminal needs for text without control characters. */
export function widthOf(text: string): number {
  let width = 0
  for (const { segment } of graphemes().segment(text)) width += wide.test(segment) ? 2 : 1
  return width
}

/** Lines of at most `columns`; line breaks stay, spaces at a break are dropped. */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, columns))
}

function wrapLine(line: string, columns: number): string[] {
  const lines: string[] = []
  let current = ''
  let width = 0
  const flush = () => {
    lines.push(current.trimEnd())
    current = ''
    width = 0
  }
  for (const piece of pieces(line)) {
    const pieceWidth = widthOf(piece)
    if (width + widthOf(piece.trimEnd()) <= columns) {
      current += piece
      width += pieceWidth
      continue
    }
    if (current !== '') flush()
    if (pieceWidth <= columns) {
      current = piece
      width = pieceWidth
      continue
    }
    // A piece longer than a line is broken at the end of the line.
    for (const { segment } of graphemes().segment(piece)) {
      const segmentWidth = widthOf(segment)
      if (width + segmentWidth > columns) flush()
      current += segment
      width += segmentWidth
    }
  }
  flush()
  return lines
}

/** Units that are not broken: a word with its punctuation and the space after it; the words of scripts without spaces. */
function pieces(line: string): string[] {
  return line.split(/(?<=\s)(?=\S)/u).flatMap((piece) => {
    if (!wide.test(piece)) return [piece]
    return [...words().segment(piece)].map(({ segment }) => segment)
  })
}

/** Padded on the right to `columns`. */
export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - widthOf(text)))
}
