/** Name and value pairs of a line, or of several lines. */
export interface PairList {
  readonly label: string | null
  readonly pairs: readonly (readonly [name: string, text: string])[]
  readonly sign: '=' | ':'
}

const separators = [/;/gu, /\|/gu, /,\s+/gu, /,/gu, /\t+/gu] as const
const pairPattern = {
  '=': /^(?<name>[^=:"<>!]{1,60}?)\s*=(?!=)\s*(?<text>.*)$/u,
  // A space must follow the colon, so that 10:30 and https://… are not pairs.
  ':': /^(?<name>[^=:"]{1,60}?)\s*:\s+(?!\s)(?<text>.+)$/u,
} as const
const labelled = /^(?<label>[^=:;,|]{1,60}):\s+(?!\s)(?<list>[^=\n]*=.*)$/u
const blank = /\s+/gu
const quoted = /^(["'`])(?<inside>.*)\1$/su
// The pattern matches a run of digits in only one way: with two ways, a hundred thousand digits would take minutes.
const numberAndStop = /^(?<number>[-+]?[\d,]*(?:\.\d+|(?<=\d)))\.$/u

/** A line that consists only of pairs, at least two: one pair may be a sentence with a colon. */
export function parsePairLine(line: string): PairList | undefined {
  const list = parseList(line, '=') ?? parseList(line, ':')
  if (list !== undefined) return list
  const parts = labelled.exec(line)?.groups
  if (parts === undefined) return undefined
  const labelledList = parseList(parts.list, '=')
  return labelledList === undefined ? undefined : { ...labelledList, label: parts.label.trim() }
}

/** `name: value` or `name = value` alone on its line. The value may be empty. */
export function parseSinglePair(line: string): readonly [name: string, text: string] | undefined {
  const plain = line.replace(/^\*\*(.+?)(?::\*\*|\*\*\s*:)\s*/u, '$1: ')
  const match = pairPattern[':'].exec(plain) ?? pairPattern['='].exec(plain) ?? /^(?<name>[^=:"]{1,60}):$/u.exec(plain)
  const parts = match?.groups
  return parts === undefined ? undefined : [parts.name.trim(), valueText(parts.text ?? '')]
}

function parseList(line: string, sign: '=' | ':'): PairList | undefined {
  if (line.indexOf(sign) === line.lastIndexOf(sign)) return undefined
  for (const separator of separators) {
    const list = toPairs(splitOutsideQuotes(line, separator), sign)
    if (list !== undefined) return list
  }
  if (sign === ':') return undefined
  // When only spaces separate the pairs, a value with a space must be quoted.
  const pieces = splitOutsideQuotes(line, blank)
  if (pieces.some((piece) => !/^[^=]+=[^=]/u.test(piece))) return undefined
  return toPairs(pieces, sign)
}

function toPairs(pieces: readonly string[], sign: '=' | ':'): PairList | undefined {
  const whole = pieces.filter((piece) => piece !== '')
  if (whole.length < 2) return undefined
  const pairs: (readonly [string, string])[] = []
  for (const [at, piece] of whole.entries()) {
    const parts = pairPattern[sign].exec(piece)?.groups
    if (parts === undefined) return undefined
    const isQuoted = quoted.test(parts.text)
    // A second sign in a value means that the pairs have another separator, or none.
    if (!isQuoted && (sign === '=' ? /=/u : /:\s/u).test(parts.text)) return undefined
    const isLast = at === whole.length - 1
    pairs.push([parts.name.trim(), valueText(isLast ? parts.text.replace(numberAndStop, '$<number>') : parts.text)])
  }
  return { label: null, pairs, sign }
}

function valueText(text: string): string {
  const trimmed = text.trim()
  return (quoted.exec(trimmed)?.groups?.inside ?? trimmed).trim()
}

/** Ignores separators in quotes: it searches a copy in which quotations are blacked out. */
function splitOutsideQuotes(line: string, separator: RegExp): readonly string[] {
  const trimmed = line.trim()
  const blackedOut = trimmed.replace(/"[^"]*"/gu, (quotation) => 'x'.repeat(quotation.length))
  const pieces: string[] = []
  let from = 0
  for (const cut of blackedOut.matchAll(separator)) {
    pieces.push(trimmed.slice(from, cut.index).trim())
    from = cut.index + cut[0].length
  }
  return [...pieces, trimmed.slice(from).trim()]
}
