/** A text with more paths is a listing; its first lines are enough. */
const maxPaths = 50
const maxPathLength = 300

/** Words as prose, Markdown and code delimit them. Glob characters are kept, so that a glob stays whole and is rejected. */
const words = /[^\s`'"“”‘’«»<>()[\]{}|,;=—–…→]+/gu
const endOfSentence = /(?<![.!?:])[.!?:]+$/
/** `:12`, `:12:5`, `:12-20`, `#L12`, `#L12-L20`. */
const lineReference = /(?::\d+(?:[:-]\d+)?|#L\d+(?:-L?\d+)?)$/
/** A URL, a glob, a variable, a home folder, a package with its version, a Windows path or a file at a revision. */
const isNoPath = /[:*?$%~#@\\]|\/\/|(?:^|\/)\.{2,}(?:\/|$)/
const hasExtension = /(?:^|\/)\.*[^/.][^/]*\.[a-z][a-z0-9]{0,9}$/i

/** A sentence that reports a change or a plan is not out of date because the path is missing. */
const reportsChange =
  /\b(?:delet|remov|renam|mov(?:e[ds]?|ing)\b|drop|replac|former|no longer|gone\b|used to\b|split|merg|missing\b|plan|todo\b|will\b|should\b|could\b|going to\b)/i

/**
 * Finds the paths of files and folders in a text, each once, without line numbers: `src/app/main.ts`, `./setup.py`,
 * `docs/guides/`, `/home/me/shop/src/cart.ts`. Ambiguous words are skipped: a name without a folder may be any file, and
 * "read/write" is no folder.
 */
export function findPaths(text: string): readonly string[] {
  if (!text.includes('/')) return []
  const found = new Set<string>()
  for (const { 0: word, index } of text.matchAll(words)) {
    if (!word.includes('/') || word.length > maxPathLength) continue
    const path = word.replace(endOfSentence, '').replace(lineReference, '').replace(endOfSentence, '')
    if (!isPath(path) || reportsChange.test(sentenceAt(text, index, word.length))) continue
    found.add(path)
    if (found.size === maxPaths) break
  }
  return [...found]
}

function isPath(path: string): boolean {
  if (isNoPath.test(path)) return false
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (segments.length === 0) return false
  if (hasExtension.test(path)) return segments.length > 1 || path.startsWith('./')
  // Without an extension it must be deep or end in a slash: `docs/typo` may be a branch.
  return segments.length > 2 || (segments.length === 2 && path.endsWith('/'))
}

/** The most characters before and after the path that are searched for the ends of its sentence. */
const maxReach = 300

function sentenceAt(text: string, index: number, length: number): string {
  const before = text.slice(Math.max(0, index - maxReach), index)
  const after = text.slice(index, index + length + maxReach)
  const begin = Math.max(...[...before.matchAll(/[.!?]\s|\n/g)].map((end) => end.index + 1), 0)
  const end = /[.!?]\s|\n/.exec(after)?.index ?? after.length
  return before.slice(begin) + after.slice(0, end)
}
