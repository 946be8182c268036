import type { FileChange } from './connections.js'

/** One line of a diff: its text with its line break, and which of the two files it is in. */
interface DiffLine {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
}

/** Unchanged lines around what changed. */
const context = 3

/** As `diff -u` writes it and `patch` reads it, line by line without line breaks. */
export function unifiedDiff({ file, before, after }: FileChange): readonly string[] {
  const lines = compare(toLines(before ?? ''), toLines(after ?? ''))
  const hunks = hunksOf(lines)
  const names = [`--- ${before === null ? '/dev/null' : file}`, `+++ ${after === null ? '/dev/null' : file}`]
  return [...names, ...hunks.flatMap((hunk) => printHunk(lines, hunk))]
}

const toLines = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** What both begin and end with needs no search: settings change in one place. */
function compare(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head++
  let tail = 0
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  const same = (text: string): DiffLine => ({ sign: ' ', text })
  return [
    ...before.slice(0, head).map(same),
    ...align(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ]
}

/** By the longest common subsequence. */
function align(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const width = after.length + 1
  const longest = new Uint32Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const at = i * width + j
      longest[at] =
        before[i] === after[j] ? longest[at + width + 1] + 1 : Math.max(longest[at + width], longest[at + 1])
    }
  }
  const lines: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const at = i * width + j
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ sign: ' ', text: before[i++] })
      j++
    } else if (i < before.length && (j === after.length || longest[at + width] >= longest[at + 1])) {
      lines.push({ sign: '-', text: before[i++] })
    } else lines.push({ sign: '+', text: after[j++] })
  }
  return lines
}

/** From and to, in lines of the diff. */
type Hunk = readonly [from: number, to: number]

function hunksOf(lines: readonly DiffLine[]): readonly Hunk[] {
  const hunks: [number, number][] = []
  for (const [index, { sign }] of lines.entries()) {
    if (sign === ' ') continue
    const to = Math.min(lines.length, index + context + 1)
    const last = hunks.at(-1)
    if (last !== undefined && index - context <= last[1]) last[1] = to
    else hunks.push([Math.max(0, index - context), to])
  }
  return hunks
}

function printHunk(lines: readonly DiffLine[], [from, to]: Hunk): readonly string[] {
  const count = (sign: '-' | '+', start: number, end: number) =>
    lines.slice(start, end).filter((line) => line.sign === ' ' || line.sign === sign).length
  /** The first line of an empty range is the one before it. */
  const range = (sign: '-' | '+') => {
    const length = count(sign, from, to)
    const first = count(sign, 0, from) + (length === 0 ? 0 : 1)
    return `${sign}${first}${length === 1 ? '' : `,${length}`}`
  }
  return [
    `@@ ${range('-')} ${range('+')} @@`,
    ...lines.slice(from, to).flatMap(({ sign, text }) => {
      const line = sign + text.replace(/\n$/, '')
      return text.endsWith('\n') ? [line] : [line, '\\ No newline at end of file']
    }),
  ]
}
