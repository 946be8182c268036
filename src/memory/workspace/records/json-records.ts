import { type ParsedRecord, toRecord } from './record.js'

const tokens = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g
/** Nested objects become `outer.inner`; objects deeper than this stay text. */
const maxDepth = 4

/** The records of a text that is entirely JSON: an object or a list of objects. Undefined otherwise. */
export function parseJsonRecords(text: string): readonly ParsedRecord[] | undefined {
  const trimmed = text.trim()
  if (!/^[{[]/.test(trimmed) || !isJson(trimmed)) return undefined
  const reader = createReader(trimmed)
  const records: ParsedRecord[] = []
  const take = () => {
    const record = toRecord(readObject(reader, '', 1))
    if (record !== undefined) records.push(record)
  }
  if (trimmed.startsWith('{')) {
    take()
    return records
  }
  reader.next()
  for (let token = reader.peek(); token !== ']'; token = reader.peek()) {
    if (token === '{') take()
    else if (token === ',') reader.next()
    else skipValue(reader)
  }
  return records
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // Most texts are not JSON; this is not an error.
    return false
  }
}

interface Token {
  readonly text: string
  readonly from: number
  readonly to: number
}

interface Reader {
  readonly source: string
  peek(): string
  next(): Token
}

/** Reads valid JSON token by token: `JSON.parse` would turn 4.50 into 4.5 and round long numbers. */
function createReader(source: string): Reader {
  const all = Array.from(source.matchAll(tokens), (match): Token => {
    return { text: match[0], from: match.index, to: match.index + match[0].length }
  })
  let at = 0
  return { source, peek: () => all[at].text, next: () => all[at++] }
}

function readObject(reader: Reader, prefix: string, depth: number): readonly (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = []
  reader.next()
  while (reader.peek() !== '}') {
    const key = reader.next()
    if (key.text === ',') continue
    const name = prefix + JSON.parse(key.text)
    reader.next()
    if (reader.peek() === '{' && depth < maxDepth) pairs.push(...readObject(reader, `${name}.`, depth + 1))
    else pairs.push([name, readText(reader)])
  }
  reader.next()
  return pairs
}

/** The text of a string, a number as written, nothing for null, a list of plain values separated by commas. */
function readText(reader: Reader): string {
  const first = reader.peek()
  if (first !== '[' && first !== '{') return scalarText(reader.next().text)
  const inside = skipValue(reader)
  const parts = inside.slice(1, -1)
  const isPlain = first === '[' && parts.every(({ text }) => !/^[[\]{}]$/.test(text))
  if (!isPlain) return reader.source.slice(inside[0].from, inside.at(-1)?.to)
  return parts
    .filter(({ text }) => text !== ',')
    .map(({ text }) => scalarText(text))
    .join(', ')
}

function scalarText(token: string): string {
  if (token === 'null') return ''
  return token.startsWith('"') ? String(JSON.parse(token)).trim() : token
}

function skipValue(reader: Reader): readonly Token[] {
  const skipped: Token[] = []
  let open = 0
  do {
    const token = reader.next()
    if (token.text === '{' || token.text === '[') open++
    if (token.text === '}' || token.text === ']') open--
    skipped.push(token)
  } while (open > 0)
  return skipped
}
