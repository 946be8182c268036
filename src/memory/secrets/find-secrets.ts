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

/** In the order of the text, none over another: where rules overlap, all of it is one, of the earlier rule's kind. */
export function findSecrets(text: string): readonly Secret[] {
  const found: (Secret & { readonly rule: number })[] = []
  scan(text, (word, at) => {
    const { rule } = words[word]
    const secret = matchAt(rules[rule], text, at)
    if (secret !== undefined) found.push({ ...secret, rule })
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

function matchAt({ kind, pattern, accepts }: Rule, text: string, at: number): Secret | undefined {
  pattern.lastIndex = at
  const match = pattern.exec(text)
  if (match === null) return undefined
  const { head = '', lead = '' } = match.groups ?? {}
  const [start, end] = [at + head.length - lead.length, at + match[0].length]
  return accepts(text.slice(start, end)) ? { kind, start, end } : undefined
}
