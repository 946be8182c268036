import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { readSmallFile } from '../configuration/read-small-file.js'
import { type GitPattern, parseGitPattern } from './git-pattern.js'

/** The rules of the `.wwignore` files of a folder and its parents. */
export interface Ignoring {
  /** Hooks neither inject nor store anything in this folder. */
  readonly wholeFolder: boolean
  /** Whether nothing about this path is stored. */
  readonly isIgnored: (path: string) => boolean
}

interface Rule {
  readonly folder: string
  readonly pattern: GitPattern
}

/** Lines that mean the folder itself and all below, of which git knows only the first ones. */
const everything = new Set(['*', '**', '/*', '/**', '/', '.', './'])

/**
 * An empty file, or the line `*`, ignores the whole folder; other lines are patterns as in `.gitignore`. A folder is also
 * ignored as a whole by a line in a file above it.
 */
export function readIgnoreFiles(cwd: string): Ignoring {
  const all = { wholeFolder: true, isIgnored: () => true }
  const here = resolve(cwd)
  const rules: Rule[] = []
  for (let folder = here; ; folder = dirname(folder)) {
    const lines = linesOf(join(folder, '.wwignore'))
    if (lines !== undefined) {
      const isNegating = lines.some((line) => line.startsWith('!'))
      if (lines.length === 0 || (!isNegating && lines.some((line) => everything.has(line.trim())))) return all
      const patterns = lines.map(parseGitPattern).filter((pattern) => pattern !== undefined)
      // Files of the folders above come first: a later rule counts.
      rules.unshift(...patterns.map((pattern) => ({ folder, pattern })))
    }
    if (dirname(folder) === folder) break
  }
  if (isIgnoredBy(rules, here, true)) return all
  return {
    wholeFolder: false,
    isIgnored: (path) => path !== '' && isIgnoredBy(rules, resolve(here, path), /[/\\]$/.test(path)),
  }
}

/** From the top: what is in an ignored folder is ignored, whatever a later rule says about it. */
function isIgnoredBy(rules: readonly Rule[], path: string, isFolder: boolean): boolean {
  const [first] = rules
  if (first === undefined) return false
  const below = insideOf(first.folder, path)
  if (below === undefined) return false
  const names = below.split('/')
  return names.some((_, place) => {
    const isLast = place === names.length - 1
    const each = join(first.folder, ...names.slice(0, place + 1))
    return isMatched(rules, each, isFolder || !isLast)
  })
}

/** The last rule that matches counts. */
function isMatched(rules: readonly Rule[], path: string, isFolder: boolean): boolean {
  const rule = rules.findLast(({ folder, pattern }) => {
    if (pattern.forFolders && !isFolder) return false
    const inside = insideOf(folder, path)
    return inside !== undefined && pattern.matches(inside)
  })
  return rule !== undefined && !rule.pattern.isNegated
}

/** The path from a folder to what is in it, with slashes; undefined for the folder itself and what is outside. */
function insideOf(folder: string, path: string): string | undefined {
  const inside = relative(folder, path).split(sep).join('/')
  return inside === '' || inside === '..' || inside.startsWith('../') || isAbsolute(inside) ? undefined : inside
}

/** Lines that are neither blank nor a comment; undefined if there is no file. An unreadable file ignores the whole folder. */
function linesOf(path: string): readonly string[] | undefined {
  try {
    const lines = readSmallFile(path)
      .replace(/^\ufeff/, '')
      .split(/\r?\n/)
    return lines.filter((line) => line.trim() !== '' && !line.startsWith('#'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : []
  }
}
