import type { BadRecord, Piece } from '../../memory/moving/foreign/foreign-memory.js'
import { JsonElements } from '../../memory/moving/foreign/json-elements.js'
import { readLines, type TextLine } from '../../operations/moving/read-lines.js'
import type { FoundFile } from './found-file.js'

/** Longer than anything that somebody wrote by hand. */
const longestText = 16 * 1024 * 1024

/** The parts of a file, some at a time. */
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
    if (length > longestText) return { line: 1, problem: 'is too long for one text' }
    parts.push(part)
  }
  try {
    return { line: 1, text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts)) }
  } catch {
    return { line: 1, problem: 'is not UTF-8 text' }
  }
}
