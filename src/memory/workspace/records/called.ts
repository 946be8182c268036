import { stopWords } from '../../recall/text/stop-words.js'
import { singularForms, wordSet, wordsIn } from '../phrases.js'
import type { ParsedRecord } from './record.js'

/** Nouns for what holds records: "book list", "inventory of tools". */
const containers =
  wordSet(`list lists table tables overview inventory log logs register record records catalogue catalog
  sheet spreadsheet data export report collection database index summary plan`)
const mostWords = 6

/**
 * GWT19: the nouns by which a record may be called, in the singular: from the title above its table ("My books",
 * "Expenses of May", "Book list") and from the tags of its memory.
 */
export function calledOf({ title, tags = [] }: Pick<ParsedRecord, 'title' | 'tags'>): readonly string[] {
  const called = [...(title === undefined ? [] : titleNouns(title)), ...tags.flatMap(tagNoun)]
  return [...new Set(called.map(singular))].sort()
}

export const singular = (noun: string): string => singularForms(noun)[1] ?? noun

/** The head of the title: the last word before a preposition, and what a container holds. */
function titleNouns(title: string): readonly string[] {
  const words = wordsIn(title)
  if (words.length === 0 || words.length > mostWords) return []
  const keys = words.map(({ key }) => key).filter((key) => /\p{L}/u.test(key))
  const small = (key: string) => stopWords('en').has(key)
  const start = keys.findIndex((key) => !small(key))
  if (start < 0) return []
  const end = keys.findIndex((key, at) => at > start && small(key))
  const head = keys.slice(start, end < 0 ? undefined : end)
  const last = head.at(-1)
  if (last === undefined) return []
  if (!containers.has(last)) return [last]
  const held = head.at(-2) ?? keys.slice(end < 0 ? keys.length : end).find((key) => !small(key))
  return held === undefined ? [] : [held]
}

/** A tag with a colon is a setting of ours: `scope:…`. */
const tagNoun = (tag: string): readonly string[] => (/^[\p{L}][\p{L} -]{1,40}$/u.test(tag) ? [tag.toLowerCase()] : [])
