/** Enough of one text; what names more is a listing, and its first lines tell as much as all. */
const mostPaths = 50
const longestPath = 300

/** What ends a word in prose, Markdown and code; not what a glob is made of, so that a glob stays whole and is refused. */
const words = /[^\s`'"“”‘’«»<>()[\]{}|,;=—–…→]+/gu
const endOfSentence = /[.!?:]+$/
/** `:12`, `:12:5`, `:12-20`, `#L12`, `#L12-L20`. */
const place = /(?::\d+(?:[:-]\d+)?|#L\d+(?:-L?\d+)?)$/
/** An address, a glob, a variable, a home folder, a package with its version, a Windows path or a revision's file. */
const isNoPath = /[:*?$%~#@\\]|\/\/|(?:^|\/)\.{2,}(?:\/|$)/
const hasExtension = /[^/.][^/]*\.[a-z][a-z0-9]{0,9}$/i

/** A sentence that tells of the change is not out of date because of it; one that tells of a plan never was. */
const tellsOfChange =
  /\b(?:delet|remov|renam|mov(?:e[ds]?|ing)\b|drop|replac|former|no longer|gone\b|used to\b|split|merg|missing\b|plan|todo\b|will\b|should\b|could\b|going to\b)/i

/**
 * Paths of files and folders that a text names, each once, without the line it points to: `src/app/main.ts`,
 * `./setup.py`, `docs/guides/`, `/home/me/shop/src/cart.ts`. In doubt it is none: a name without a folder may be
 * anybody's file, and "read/write" is no folder.
 */
export function findPaths(text: string): readonly string[] {
  if (!text.includes('/')) return []
  const found = new Set<string>()
  for (const { 0: word, index } of text.matchAll(words)) {
    if (!word.includes('/') || word.length > longestPath) continue
    const path = word.replace(endOfSentence, '').replace(place, '').replace(endOfSentence, '')
    if (!isPath(path) || tellsOfChange.test(sentenceAt(text, index, word.length))) continue
    found.add(path)
    if (found.size === mostPaths) break
  }
  return [...found]
}

function isPath(path: string): boolean {
  if (isNoPath.test(path)) return false
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (segments.length === 0) return false
  if (hasExtension.test(path)) return segments.length > 1 || path.startsWith('./')
  // Without an extension only what is deep, or says that it is a folder: a branch is called `docs/typo`.
  return segments.length > 2 || (segments.length === 2 && path.endsWith('/'))
}

/** As far as a sentence is looked at. */
const reach = 300

function sentenceAt(text: string, index: number, length: number): string {
  const before = text.slice(Math.max(0, index - reach), index)
  const after = text.slice(index, index + length + reach)
  const begin = Math.max(...[...before.matchAll(/[.!?]\s|\n/g)].map((end) => end.index + 1), 0)
  const end = /[.!?]\s|\n/.exec(after)?.index ?? after.length
  return before.slice(begin) + after.slice(0, end)
}
