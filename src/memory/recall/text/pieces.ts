/** A shorter text is one piece: a few milliseconds of work. */
const pieceCharacters = 20_000
// The white space that ends a word to everything that reads a text.
const whiteSpace = /[ \t\n\r]/g

/** A text in pieces that end before white space, so that no word is cut; without white space the piece goes on. */
export function* piecesOf(text: string): Generator<string, void> {
  let start = 0
  while (text.length - start > pieceCharacters) {
    whiteSpace.lastIndex = start + pieceCharacters
    const end = whiteSpace.exec(text)?.index
    if (end === undefined) break
    yield text.slice(start, end)
    start = end
  }
  yield start === 0 ? text : text.slice(start)
}
