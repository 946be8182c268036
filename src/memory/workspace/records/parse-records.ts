import { parseJsonRecords } from './json-records.js'
import { type PairList, parsePairLine, parseSinglePair } from './pair-list.js'
import { type ParsedRecord, toRecord } from './record.js'
import { couldBeName, looksLikeRecord } from './record-likeness.js'
import { parseTable } from './table-records.js'

const fence = /^\s*(?:```|~~~)/
const bullet = /^\s*[-*•+]\s+/u
const numbered = /^\s*\d{1,3}[.)]\s+/u
const rule = /^\s*(?:-{3,}|={3,}|\*{3,}|_{3,})\s*$/
const headingMarks = /^#+\s+/
const emphasis = /^(?:\*\*|__)(.{1,100}?)(?:\*\*|__)(:?)$/u
const bareJson = /^\{.*\},?$/

/** GWT7: the records in a text: JSON objects, Markdown tables, lists of `key=value` or `key: value`. Prose has none. */
export function parseRecords(content: string): readonly ParsedRecord[] {
  const whole = parseJsonRecords(content)
  if (whole !== undefined) return whole
  const records: ParsedRecord[] = []
  for (const section of sectionsOf(content)) {
    records.push(...(parseJsonRecords(section.join('\n')) ?? recordsOfSection(section)))
  }
  return records
}

/** The line groups inside and outside code fences. */
function sectionsOf(content: string): readonly (readonly string[])[] {
  const sections: string[][] = [[]]
  for (const line of content.split(/\r?\n/)) {
    if (fence.test(line)) sections.push([])
    else sections.at(-1)?.push(line)
  }
  return sections.filter((section) => section.length > 0)
}

function recordsOfSection(lines: readonly string[]): readonly ParsedRecord[] {
  const records: ParsedRecord[] = []
  let block: string[] = []
  let above = ''
  const closeBlock = () => {
    records.push(...recordsOfBlock(block))
    block = []
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    const table = parseTable(lines, at, titleAbove(above))
    const object =
      table === undefined && bareJson.test(line.trim()) ? parseJsonRecords(line.trim().replace(/,$/, '')) : undefined
    if (table !== undefined) {
      closeBlock()
      records.push(...table.records)
      at = table.end - 1
    } else if (object !== undefined) {
      closeBlock()
      records.push(...object)
    } else if (line.trim() === '' || rule.test(line)) closeBlock()
    else block.push(line)
    if (line.trim() !== '') above = line
  }
  closeBlock()
  return records
}

/** Consecutive lines with either one record or one pair per line. */
function recordsOfBlock(block: readonly string[]): readonly ParsedRecord[] {
  const lines = block.map((line) => line.replace(bullet, '').replace(numbered, '').replace(headingMarks, '').trim())
  const lists = lines.map((line) => {
    const list = parsePairLine(line)
    return list !== undefined && looksLikeRecord(list, 'line') ? list : undefined
  })
  const found = lists.filter((list) => list !== undefined)
  // Among sentences only lists with "=" are records, because sentences use colons; the first line may be a heading.
  const isList = lists.every((list, at) => list !== undefined || (at === 0 && lists.length > 1))
  const taken = isList ? found : found.filter(({ sign }) => sign === '=')
  const title = lists[0] === undefined && lists.length > 1 ? titleOf(lines[0]) : undefined
  if (taken.length > 0)
    return taken.flatMap((list) => toRecord(list.pairs, { label: list.label, ...titled(title) }) ?? [])
  // Numbered lines are steps or ranks.
  return block.some((line) => numbered.test(line)) ? [] : recordsOfPairLines(lines)
}

/** One pair per line, perhaps under a title; a repetition of the first name begins the next record. */
function recordsOfPairLines(lines: readonly string[]): readonly ParsedRecord[] {
  const title = titleOf(lines[0] ?? '')
  const pairs = lines.slice(title === undefined ? 0 : 1).map(parseSinglePair)
  const whole = pairs.filter((pair) => pair !== undefined)
  if (whole.length < pairs.length) return []
  const groups: (readonly [string, string])[][] = []
  for (const pair of whole) {
    if (groups.length === 0 || pair[0] === whole[0][0]) groups.push([])
    groups.at(-1)?.push(pair)
  }
  const lists = groups.map((group): PairList => ({ label: title ?? null, pairs: group, sign: ':' }))
  if (!lists.every((list) => hasDistinctNames(list) && looksLikeRecord(list, 'lines'))) return []
  return lists.flatMap((list) => toRecord(list.pairs, { label: list.label }) ?? [])
}

const titled = (title: string | undefined) => (title === undefined ? {} : { title })

const mostTitleCharacters = 80

/** "My books" or "## Expenses of May:" above a table, but no sentence. */
function titleAbove(line: string): string | undefined {
  const bare = line.replace(headingMarks, '').replace(emphasis, '$1$2').trim().replace(/:$/, '')
  const isTitle = bare !== '' && bare.length <= mostTitleCharacters && !/[|=]|[.!?,;]$/u.test(bare)
  return isTitle ? bare : undefined
}

/** "Product 12" or "Product 12:" above its fields. */
function titleOf(line: string): string | undefined {
  const bare = line.replace(/:$/, '').trim()
  return couldBeName(bare) && !/[:=]/.test(bare) && !/[.!?,;]$/.test(bare) ? bare : undefined
}

const hasDistinctNames = ({ pairs }: PairList): boolean => new Set(pairs.map(([name]) => name)).size === pairs.length
