import { once } from '../../once.js'
import { runWhole, type Slices } from '../slices.js'
import { createKeywordScan } from './keyword-scan.js'
import type { Format } from './rule.js'
import { rules } from './rules.js'

/** The position of a secret in a text. */
export interface Secret {
  readonly kind: string
  /** In UTF-16 units, as `slice` takes them. */
  readonly start: number
  readonly end: number
}

/** Finds the secrets of a text: `scanForSecrets`, or a caller's own that remembers what it has scanned. */
export type SecretFinder = (text: string) => Slices<readonly Secret[]>

const words = rules.flatMap(({ keywords, ignoresCase }, rule) => keywords.map((text) => ({ text, ignoresCase, rule })))
const keywordScan = once(() => createKeywordScan(words))

/**
 * Keywords inside a longer match are skipped: otherwise a text of repeated keywords, each of which matches to the end,
 * would take quadratic time.
 */
const maxKeyLength = 512

/** Characters between two stops: a few milliseconds, if they are full of keywords. */
const charactersPerSlice = 20_000

/** Of a text that is short, or that nobody waits for. */
export const findSecrets = (text: string): readonly Secret[] => runWhole(scanForSecrets(text))

/** Secrets in the order of the text. Overlapping matches are joined and get the kind of the earlier rule. */
export function* scanForSecrets(text: string): Slices<readonly Secret[]> {
  const found: (Secret & { readonly rule: number })[] = []
  const scan = keywordScan()
  let skipUntil: Map<number, number> | undefined
  const onFound = (word: number, at: number) => {
    const { rule } = words[word]
    if (at < (skipUntil?.get(rule) ?? 0)) return
    const match = matchAt(rules[rule], text, at)
    if (match === undefined) return
    if (match.end - at > maxKeyLength) {
      skipUntil ??= new Map()
      skipUntil.set(rule, match.end)
    }
    const { kind, accepts } = rules[rule]
    if (accepts(text.slice(match.start, match.end))) found.push({ kind, rule, ...match })
  }
  for (let from = 0; from < text.length; from += charactersPerSlice) {
    if (from > 0) yield
    scan(text, from, Math.min(text.length, from + charactersPerSlice), onFound)
  }
  if (found.length < 2) return found.map(({ kind, start, end }) => ({ kind, start, end }))
  found.sort((a, b) => a.start - b.start || a.rule - b.rule)
  const joined: (Secret & { readonly rule: number })[] = []
  for (const next of found) {
    const last = joined.at(-1)
    if (last === undefined || next.start >= last.end) joined.push(next)
    else {
      const named = next.rule < last.rule ? next : last
      joined[joined.length - 1] = { ...named, start: last.start, end: Math.max(last.end, next.end) }
    }
  }
  return joined.map(({ kind, start, end }) => ({ kind, start, end }))
}

function matchAt({ pattern }: Format, text: string, at: number): Pick<Secret, 'start' | 'end'> | undefined {
  pattern.lastIndex = at
  const match = pattern.exec(text)
  if (match === null) return undefined
  const { head = '', lead = '' } = match.groups ?? {}
  return { start: at + head.length - lead.length, end: at + match[0].length }
}
