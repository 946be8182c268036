import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

/** What the `.wwignore` files of a folder and of those above it say. */
export interface Ignoring {
  /** Hooks neither bring nor keep anything here. */
  readonly wholeFolder: boolean
  /** Paths of which nothing is kept. */
  readonly isIgnored: (path: string) => boolean
}

interface Rule {
  readonly folder: string
  readonly matches: RegExp
}

/** An empty file, or one with the line `*`, is about the whole folder; else each line names paths as in `.gitignore`. */
export function readIgnoreFiles(cwd: string): Ignoring {
  const rules: Rule[] = []
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const lines = linesOf(join(folder, '.wwignore'))
    if (lines !== undefined) {
      if (lines.length === 0 || lines.includes('*')) return { wholeFolder: true, isIgnored: () => true }
      rules.push(...lines.map((line) => ({ folder, matches: toPattern(line) })))
    }
    if (dirname(folder) === folder) break
  }
  return {
    wholeFolder: false,
    isIgnored: (path) =>
      path !== '' &&
      rules.some(({ folder, matches }) => {
        const inside = relative(folder, resolve(cwd, path)).split(sep).join('/')
        return !inside.startsWith('..') && matches.test(inside)
      }),
  }
}

/** Without comments and empty lines; undefined when there is no such file. */
function linesOf(path: string): readonly string[] | undefined {
  try {
    const lines = readFileSync(path, 'utf8').split(/\r?\n/)
    return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  } catch {
    return undefined
  }
}

/** `secrets/`, `*.pem`, `/build`, `docs/**`: anchored when a slash stands before the end, else at any depth. */
function toPattern(line: string): RegExp {
  const isAnchored = line.slice(0, -1).includes('/')
  const bare = line.replace(/^\//, '').replace(/\/$/, '')
  const pattern = bare
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**', '\u0000')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
    .replaceAll('\u0000', '.*')
  return new RegExp(`^${isAnchored ? '' : '(?:.*/)?'}${pattern}(?:/.*)?$`)
}
