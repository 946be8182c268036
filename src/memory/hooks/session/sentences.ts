import { sentenceSegments } from '../../sentence-segments.js'

const maxLength = 420
const abbreviation = /\b(?:z\. ?B|d\. ?h|e\.g|i\.e|etc|vs|bzw|ca|approx|Nr|No)\.$/

/** The sentences of the prose; code blocks, tables, quotations and headings are left out. */
export function sentencesOf(text: string, minLength = 16): readonly string[] {
  return proseLines(text)
    .flatMap((line) => sentencesInLine(line))
    .filter((each) => each.length >= minLength && each.length <= maxLength)
}

/** The items of the lists in a text, by their label: "2" or "b". */
export function labelledItems(text: string): ReadonlyMap<string, string> {
  const items = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [beginning = '', label] = /^(?:[-*•] )?(?:\*\*)?(?:option )?([1-9]|[a-h])[.):]/i.exec(line.trim()) ?? []
    const item = line.trim().slice(beginning.length).replaceAll('**', '').trim()
    if (label !== undefined && item !== '') items.set(label.toLowerCase(), item)
  }
  return items
}

const proseLines = (text: string): readonly string[] =>
  text
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .split('\n')
    .filter((line) => !/^\s*(?:\||>|#{1,6}\s|\+|\d+\s*\|)/.test(line))
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)]|[a-h]\))\s+/, '').replaceAll('**', ''))

/** The standard's rules do not end a sentence before a lower-case letter, with which names of files and terse sentences begin. */
const end = /(?<=[\p{L}\p{N}%)\]`"'”’][.!?])\s+/u

function sentencesInLine(line: string): readonly string[] {
  const sentences: string[] = []
  for (const piece of sentenceSegments(line).flatMap(({ segment }) => segment.split(end))) {
    const last = sentences.at(-1)
    if (last !== undefined && abbreviation.test(last)) sentences[sentences.length - 1] = `${last} ${piece.trim()}`
    else sentences.push(piece.trim())
  }
  return sentences
}
