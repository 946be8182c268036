import { dirname, join, relative, resolve, sep } from 'node:path'
import { readSmallFile } from '../read-small-file.js'

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

const everything = new Set(['*', '**', '/', '/*', '/**', '.', './'])

/** An empty file, or one with the line `*`, is about the whole folder; else each line names paths as in `.gitignore`. */
export function readIgnoreFiles(cwd: string): Ignoring {
  const rules: Rule[] = []
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const lines = linesOf(join(folder, '.wwignore'))
    if (lines !== undefined) {
      if (lines.length === 0 || lines.some((line) => everything.has(line)))
        return { wholeFolder: true, isIgnored: () => true }
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

/** Without comments and empty lines; undefined when there is no such file. One that cannot be read was put there to ignore. */
function linesOf(path: string): readonly string[] | undefined {
  try {
    const lines = readSmallFile(path).split(/\r?\n/)
    return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : []
  }
}

/** `secrets/`, `*.pem`, `/build`, `docs/**`: anchored when a slash stands before the end, else at any depth. */
function toPattern(line: string): RegExp {
  const isAnchored = line.slice(0, -1).includes('/')
  const bare = line.replace(/^\//, '').replace(/\/$/, '')
  const start = isAnchored ? '' : '(?:.*/)?'
  try {
    return new RegExp(`^${start}${bare.replace(signs, toExpression)}(?:/.*)?$`)
  } catch {
    // `[z-a]` is no set of characters: it means itself.
    return new RegExp(`^${start}${escaped(bare)}(?:/.*)?$`)
  }
}

const signs = /(?<=^|\/)\*\*\/|\*+|\?|\[!?[^\]/]+\]|[.+^${}()|[\]\\]/g

function toExpression(sign: string): string {
  if (sign === '**/') return '(?:.*/)?'
  if (sign.startsWith('*')) return sign === '*' ? '[^/]*' : '.*'
  if (sign === '?') return '[^/]'
  if (sign.length === 1) return escaped(sign)
  return `[${sign
    .slice(1, -1)
    .replace(/[\\[^]/g, '\\$&')
    .replace(/^!/, '^')}]`
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
