/**
 * One line of a `.gitignore`, with the meaning that git gives it (https://git-scm.com/docs/gitignore, wildmatch.c), in time
 * that grows with the lengths of pattern and path alone. The packages for it (ignore, fast-ignore) translate to regular
 * expressions, on which a line with several double stars takes seconds.
 */
export interface GitPattern {
  /** `!…`: what it matches is not ignored. */
  readonly isNegated: boolean
  /** `…/`: matches folders only. */
  readonly forFolders: boolean
  /** `path` is relative to the folder of the file, with slashes. */
  matches(path: string): boolean
}

/** Undefined for a line that matches nothing: a blank one, a comment, an unfinished `[` or escape. */
export function parseGitPattern(line: string): GitPattern | undefined {
  if (line.startsWith('#')) return undefined
  const isNegated = line.startsWith('!')
  const trimmed = withoutTrailingSpaces(isNegated ? line.slice(1) : line)
  const forFolders = trimmed.endsWith('/')
  const path = forFolders ? trimmed.slice(0, -1) : trimmed
  if (path === '') return undefined
  const isAnchored = path.includes('/')
  const tokens = parse(path.startsWith('/') ? path.slice(1) : path, isAnchored)
  if (tokens === undefined) return undefined
  const required = tokens.filter((token) => typeof token === 'string' || token.kind === 'one').length
  return {
    isNegated,
    forFolders,
    matches(whole) {
      const text = isAnchored ? whole : whole.slice(whole.lastIndexOf('/') + 1)
      return text.length >= required && matchTokens(tokens, text)
    },
  }
}

/** Spaces at the end do not count, unless escaped. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length
  while (end > 0 && line[end - 1] === ' ' && !isEscaped(line, end - 1)) end--
  return line.slice(0, end)
}

function isEscaped(line: string, at: number): boolean {
  let slashes = 0
  while (line[at - 1 - slashes] === '\\') slashes++
  return slashes % 2 === 1
}

/**
 * A character, or what stands for some. `one`: one of them. `star`: any number, without a slash. `folders`: nothing, or
 * whatever ends with a slash, and is followed by `within`, the state inside it. `rest`: all that follows.
 */
type Token = string | One | { readonly kind: 'star' | 'folders' | 'within' | 'rest' }
interface One {
  readonly kind: 'one'
  readonly has: (character: string) => boolean
}

function parse(pattern: string, isAnchored: boolean): readonly Token[] | undefined {
  const tokens: Token[] = []
  for (let at = 0; at < pattern.length; ) {
    const character = pattern[at]!
    if (character === '*') {
      let end = at
      while (pattern[end] === '*') end++
      const isWhole = isAnchored && end - at >= 2 && (at === 0 || pattern[at - 1] === '/')
      if (isWhole && pattern[end] === '/') {
        tokens.push({ kind: 'folders' }, { kind: 'within' })
        end++
      } else tokens.push({ kind: isWhole && end === pattern.length ? 'rest' : 'star' })
      at = end
    } else if (character === '?') {
      tokens.push({ kind: 'one', has: () => true })
      at++
    } else if (character === '[') {
      const set = parseSet(pattern, at + 1)
      if (set === undefined) return undefined
      tokens.push(set.token)
      at = set.end
    } else if (character === '\\') {
      const next = pattern[at + 1]
      if (next === undefined) return undefined
      tokens.push(next)
      at += 2
    } else {
      tokens.push(character)
      at++
    }
  }
  return tokens
}

const named: Readonly<Record<string, RegExp>> = {
  alnum: /^[A-Za-z0-9]$/,
  alpha: /^[A-Za-z]$/,
  blank: /^[ \t]$/,
  cntrl: /^\p{Cc}$/u,
  digit: /^[0-9]$/,
  graph: /^[!-~]$/,
  lower: /^[a-z]$/,
  print: /^[ -~]$/,
  punct: /^[!-/:-@[-`{-~]$/,
  space: /^[ \t\n\v\f\r]$/,
  upper: /^[A-Z]$/,
  xdigit: /^[A-Fa-f0-9]$/,
}

/** `[a-z]`, `[!a-z]`, `[[:digit:]]`; a `]` that comes first is a member. Undefined if it does not end. */
function parseSet(pattern: string, from: number): { readonly token: One; readonly end: number } | undefined {
  const isNegated = pattern[from] === '!' || pattern[from] === '^'
  const members: ((character: string) => boolean)[] = []
  let at = isNegated ? from + 1 : from
  for (let isFirst = true; ; isFirst = false) {
    const character = pattern[at]
    if (character === undefined) return undefined
    if (character === ']' && !isFirst) break
    if (character === '[' && pattern[at + 1] === ':') {
      const end = pattern.indexOf(']', at + 2)
      if (end === -1) return undefined
      if (pattern[end - 1] === ':' && end > at + 2) {
        const set = named[pattern.slice(at + 2, end - 1)]
        if (set === undefined) return undefined
        members.push((each) => set.test(each))
        at = end + 1
        continue
      }
    }
    const low = memberAt(pattern, at)
    if (low === undefined) return undefined
    const dash = pattern[low.end]
    if (dash === '-' && pattern[low.end + 1] !== undefined && pattern[low.end + 1] !== ']') {
      const high = memberAt(pattern, low.end + 1)
      if (high === undefined) return undefined
      members.push((each) => low.character <= each && each <= high.character)
      at = high.end
    } else {
      members.push((each) => each === low.character)
      at = low.end
    }
  }
  const has = (character: string) => members.some((member) => member(character)) !== isNegated
  return { token: { kind: 'one', has }, end: at + 1 }
}

function memberAt(pattern: string, at: number): { readonly character: string; readonly end: number } | undefined {
  const isEscape = pattern[at] === '\\'
  const character = pattern[isEscape ? at + 1 : at]
  return character === undefined ? undefined : { character, end: at + (isEscape ? 2 : 1) }
}

/** All places in the pattern at which the text read so far may stand, character by character. */
function matchTokens(tokens: readonly Token[], text: string): boolean {
  let current = new Uint8Array(tokens.length + 1)
  enter(current, 0, tokens)
  for (const character of text.split('')) {
    const next = new Uint8Array(tokens.length + 1)
    let isAlive = false
    for (let place = 0; place < tokens.length; place++) {
      if (current[place] === 1 && step(tokens, place, character, next)) isAlive = true
    }
    if (!isAlive) return false
    current = next
  }
  return current[tokens.length] === 1
}

/** Whether the character takes the place further. */
function step(tokens: readonly Token[], place: number, character: string, next: Uint8Array): boolean {
  const token = tokens[place]!
  if (typeof token === 'string') {
    if (token !== character) return false
    enter(next, place + 1, tokens)
    return true
  }
  if (token.kind === 'one') {
    if (character === '/' || !token.has(character)) return false
    enter(next, place + 1, tokens)
    return true
  }
  if (token.kind === 'star') {
    if (character === '/') return false
    enter(next, place, tokens)
    return true
  }
  if (token.kind === 'rest') {
    enter(next, place, tokens)
    return true
  }
  if (token.kind === 'folders') return false
  next[place] = 1
  if (character === '/') enter(next, place + 1, tokens)
  return true
}

/** Marks a place and those that can be reached from it without a character. */
function enter(places: Uint8Array, place: number, tokens: readonly Token[]): void {
  for (let at = place; places[at] !== 1; at++) {
    places[at] = 1
    const token = tokens[at]
    if (token === undefined || typeof token === 'string') return
    if (token.kind === 'folders') {
      places[at + 1] = 1
      at++
    } else if (token.kind !== 'star' && token.kind !== 'rest') return
  }
}
