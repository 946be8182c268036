import { JsonElements } from '../../adapters/foreign-formats/json-elements.js'
import type { BadRecord, Piece } from '../../memory/import-export/foreign-memory.js'
import { readLines, type TextLine } from '../../operations/import-export/read-lines.js'
import type { FoundFile } from './found-file.js'

/** Longer than any text written by hand. */
const maxTextBytes = 16 * 1024 * 1024

/** Reads the pieces of a file in batches. */
export async function* readPieces(
  bytes: AsyncIterable<Uint8Array>,
  pieces: FoundFile['pieces'],
): AsyncGenerator<readonly (Piece | BadRecord)[]> {
  if (pieces === 'text') yield [await readText(bytes)]
  else if (pieces === 'lines') {
    for await (const lines of readLines(bytes)) yield lines.map(toPiece)
  } else {
    const elements = new JsonElements()
    for await (const chunk of bytes) yield elements.push(chunk)
    yield elements.end()
  }
}

const toPiece = (line: TextLine): Piece | BadRecord =>
  'text' in line ? { line: line.number, text: line.text } : { line: line.number, problem: line.problem }

async function readText(bytes: AsyncIterable<Uint8Array>): Promise<Piece | BadRecord> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of bytes) {
    length += part.length
    if (length > maxTextBytes) return { line: 1, problem: 'is too long for one text' }
    parts.push(part)
  }
  try {
    return { line: 1, text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)) }
  } catch {
    return { line: 1, problem: 'is not UTF-8 text' }
  }
}
