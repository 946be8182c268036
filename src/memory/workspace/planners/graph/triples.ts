import { toKey } from '../../phrases.js'

/** A fact of the graph: a stored edge with the names of its ends, or `A -> relation -> B` in a text. */
export interface Triple {
  readonly subject: string
  readonly relation: string
  readonly object: string
  /** The memory of the text, or the source of the edge. */
  readonly memoryId: string
}

/** Names with the same key are the same node. */
export const nodeKey = toKey

const bullet = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+/u
const arrow = /(?<!\s)\s*(?:(?<!-)-+>|(?<!=)=+>|→|⟶)\s*/u
// "A -[uses]-> B" and "A --uses--> B" carry the relation in the arrow.
const arrowLabel = /^(?<subject>.+?)\s+-+\s*\[?\s*(?<relation>[\p{L}][^[\]>]*?)\s*\]?$/u
const sentenceWithArrow = /\.\s+(?!\s)(?=[^.]*(?:->|→|=>))/u
const maxNameCharacters = 120
/** A name, an arrow and a relation are shorter; the pattern takes longer than a long line is worth. */
const maxLabelled = 500
const maxRelationWords = 6

/** GWT9: `A -> relation -> B`, one or more to a line, also as a chain `A -> r -> B -> s -> C`. */
export function parseTriples(content: string): readonly Omit<Triple, 'memoryId'>[] {
  if (!/->|→|=>|⟶/u.test(content)) return []
  return content
    .split(/\r?\n|;/u)
    .flatMap((line) => line.split(sentenceWithArrow))
    .flatMap(triplesOfLine)
}

function triplesOfLine(line: string): readonly Omit<Triple, 'memoryId'>[] {
  const parts = partsOf(line.replace(bullet, ''))
  if (parts.length < 3 || parts.length % 2 === 0 || !parts.every(isName)) return []
  const triples: Omit<Triple, 'memoryId'>[] = []
  for (let at = 0; at + 2 < parts.length; at += 2) {
    const [subject, relation, object] = parts.slice(at, at + 3)
    if (relation.split(/\s+/u).length > maxRelationWords || !/\p{L}/u.test(relation)) return []
    triples.push({ subject, relation, object })
  }
  return triples
}

function partsOf(line: string): readonly string[] {
  const parts = line.split(arrow).map((part) => part.trim().replace(/^["'`]+|(?<!["'`.])["'`.]+$/gu, ''))
  if (parts.length !== 2) return parts
  const label = parts[0].length > maxLabelled ? undefined : arrowLabel.exec(parts[0])?.groups
  return label === undefined ? parts : [label.subject.trim(), label.relation.trim(), parts[1]]
}

const isName = (part: string): boolean => part !== '' && part.length <= maxNameCharacters

export const formatTriple = ({ subject, relation, object }: Triple): string => `${subject} -> ${relation} -> ${object}`
