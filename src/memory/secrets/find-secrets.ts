import { scanFor } from './keyword-scan.js'
import type { Rule } from './rule.js'
import { rules } from './rules/index.js'

/** Part of a text that nobody but its owner should know. */
export interface Secret {
  readonly kind: string
  /** In UTF-16 units, as `slice` takes them. */
  readonly start: number
  readonly end: number
}

const words = rules.flatMap(({ keywords, ignoresCase }, rule) => keywords.map((text) => ({ text, ignoresCase, rule })))
const scan = scanFor(words)

/**
 * What begins inside of something longer is part of it: else a run of nothing but beginnings, each of which reaches to
 * the end, would be read as often as it has beginnings.
 */
const longestKey = 512

/** In the order of the text, none over another: where rules overlap, all of it is one, of the earlier rule's kind. */
export function findSecrets(text: string): readonly Secret[] {
  const found: (Secret & { readonly rule: number })[] = []
  let passed: Map<number, number> | undefined
  scan(text, (word, at) => {
    const { rule } = words[word]
    if (at < (passed?.get(rule) ?? 0)) return
    const match = matchAt(rules[rule], text, at)
    if (match === undefined) return
    if (match.end - at > longestKey) {
      passed ??= new Map()
      passed.set(rule, match.end)
    }
    const { kind, accepts } = rules[rule]
    if (accepts(text.slice(match.start, match.end))) found.push({ kind, rule, ...match })
  })
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

function matchAt({ pattern }: Rule, text: string, at: number): Pick<Secret, 'start' | 'end'> | undefined {
  pattern.lastIndex = at
  const match = pattern.exec(text)
  if (match === null) return undefined
  const { head = '', lead = '' } = match.groups ?? {}
  return { start: at + head.length - lead.length, end: at + match[0].length }
}
