export interface Section {
  /** The number of its first line, from 1. */
  readonly line: number
  /** The headings above it, outermost first. */
  readonly headings: readonly string[]
  /** Byte for byte, without the heading. */
  readonly body: string
}

/** Target size of one memory; a paragraph is never cut. */
const targetCharacters = 2_000

const heading = /^(#{1,6})\s(.*)$/
const closingSigns = /(?<!#)#+$/
const fence = /^\s*(?:```|~~~)/

/** The parts between headings; long parts are split at paragraphs. Blank parts are left out. */
export function sectionsOf(text: string, firstLine = 1): Section[] {
  const sections: Section[] = []
  const headings: string[] = []
  let lines: string[] = []
  let startLine = firstLine
  let isCode = false
  const close = () => {
    const above = headings.filter((each) => each !== undefined && each !== '')
    sections.push(...paragraphsOf(lines, startLine).map((part) => ({ ...part, headings: above })))
    lines = []
  }
  for (const [place, line] of text.split(/\r?\n/).entries()) {
    if (fence.test(line)) isCode = !isCode
    const found = isCode ? null : heading.exec(line)
    if (found === null) {
      if (lines.length === 0) startLine = firstLine + place
      lines.push(line)
      continue
    }
    close()
    headings.length = found[1].length - 1
    headings[found[1].length - 1] = found[2].trim().replace(closingSigns, '').trimEnd()
  }
  close()
  return sections
}

function paragraphsOf(lines: readonly string[], firstLine: number): { line: number; body: string }[] {
  const parts: { line: number; lines: string[]; characters: number }[] = []
  let isCode = false
  let isBetween = true
  for (const [place, line] of lines.entries()) {
    if (fence.test(line)) isCode = !isCode
    const last = parts.at(-1)
    const isBlank = !isCode && line.trim() === ''
    if (last === undefined || (isBetween && !isBlank && last.characters > targetCharacters)) {
      parts.push({ line: firstLine + place, lines: [line], characters: line.length })
    } else {
      last.lines.push(line)
      last.characters += line.length + 1
    }
    isBetween = isBlank
  }
  return parts.map(({ line, lines: own }) => ({ line, body: own.join('\n').trim() })).filter(({ body }) => body !== '')
}
