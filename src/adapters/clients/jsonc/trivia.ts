/** Behind blanks, comments and the byte order mark that stand from `at` on. */
export function skipBlank(text: string, at: number, onOpenComment: (start: number) => void): number {
  let next = at
  for (;;) {
    while (next < text.length && ' \t\r\n\uFEFF'.includes(text[next])) next++
    const end = commentEnd(text, next)
    if (end === undefined) return next
    if (end > text.length) {
      onOpenComment(next)
      return text.length
    }
    next = end
  }
}

/** Behind the comment that begins at `at`, its line break not included; undefined where none begins. */
function commentEnd(text: string, at: number): number | undefined {
  if (text.startsWith('//', at)) {
    const end = text.slice(at).search(/[\r\n]/)
    return end < 0 ? text.length : at + end
  }
  if (!text.startsWith('/*', at)) return undefined
  const end = text.indexOf('*/', at + 2)
  return end < 0 ? text.length + 1 : end + 2
}

/** Behind what belongs to the line that `at` is in: blanks before comments, and the comments. */
export function endOfRemark(text: string, at: number): number {
  let end = at
  for (;;) {
    let next = end
    while (text[next] === ' ' || text[next] === '\t') next++
    const comment = commentEnd(text, next)
    // A comment of several lines says something about what comes below it.
    if (comment === undefined || /[\r\n]/.test(text.slice(next, comment))) return end
    end = comment
  }
}

/** Behind the last comment between the two; `from` where there is none. */
export function endOfLastComment(text: string, from: number, to: number): number {
  let end = from
  for (let next = from; next < to; ) {
    const comment = commentEnd(text, next)
    if (comment !== undefined) end = comment
    next = comment ?? next + 1
  }
  return end
}
