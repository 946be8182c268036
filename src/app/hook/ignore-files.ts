import { dirname, join, relative, resolve, sep } from 'node:path'
import { readSmallFile } from '../configuration/read-small-file.js'

/** The rules of the `.wwignore` files of a folder and its parents. */
export interface Ignoring {
  /** Hooks neither inject nor store anything in this folder. */
  readonly wholeFolder: boolean
  /** Whether nothing about this path is stored. */
  readonly isIgnored: (path: string) => boolean
}

interface Rule {
  readonly folder: string
  readonly matches: RegExp
}

const everything = new Set(['*', '**', '/', '/*', '/**', '.', './'])

/** An empty file, or the line `*`, ignores the whole folder; other lines are patterns as in `.gitignore`. */
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

/** Lines without comments; undefined if there is no file. An unreadable file ignores the whole folder. */
function linesOf(path: string): readonly string[] | undefined {
  try {
    const lines = readSmallFile(path).split(/\r?\n/)
    return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : []
  }
}

/** `secrets/`, `*.pem`, `/build`, `docs/**`: anchored if it contains a slash before its end, else at any depth. */
function toPattern(line: string): RegExp {
  const isAnchored = line.slice(0, -1).includes('/')
  const bare = line.replace(/^\//, '').replace(/\/$/, '')
  const start = isAnchored ? '' : '(?:.*/)?'
  try {
    return new RegExp(`^${start}${bare.replace(signs, toExpression)}(?:/.*)?$`)
  } catch {
    // `[z-a]` is not a valid character class: it is matched literally.
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
