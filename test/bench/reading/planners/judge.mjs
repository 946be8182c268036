/**
 * `right`, `wrong` or `refused` (README.md has the forms of `expected`). A broken path is no answer: it says what is
 * missing.
 */
export function judge(expected, { answer, metadata }) {
  const isRefusal = answer === '' || metadata.broken_at !== undefined
  const accepted = expected?.any ?? [expected]
  if (isRefusal) return accepted.includes(null) ? 'right' : 'refused'
  return accepted.some((each) => each !== null && says(answer, each)) ? 'right' : 'wrong'
}

function says(answer, expected) {
  if (typeof expected === 'string')
    return plain(nameOf(answer)) === plain(expected) || plain(answer) === plain(expected)
  if (Array.isArray(expected)) return sameSet(answer.split(', ').map(nameOf), expected)
  if (expected.best !== undefined) {
    const given = answer.split(', ').map(nameOf)
    return given.length === expected.best.length && expected.best.every((name, at) => plain(given[at]) === plain(name))
  }
  if (expected.groups !== undefined) {
    const wanted = Object.entries(expected.groups).map(([name, value]) => `${name}: ${value}`)
    return sameSet(answer.split(', '), wanted)
  }
  return answer.toLowerCase().includes(`(${expected.higher} is higher`.toLowerCase())
}

/** A ranked name stands before its value in brackets. */
const nameOf = (part) => /^(.*) \([^()]*\)$/.exec(part)?.[1] ?? part

/** 4.50 is 4.5, North is north. */
function plain(text) {
  const trimmed = text.trim().toLowerCase()
  return /^-?\d+\.\d+$/.test(trimmed) ? trimmed.replace(/\.?0+$/, '') : trimmed
}

const sameSet = (a, b) => {
  const [x, y] = [new Set(a.map(plain)), new Set(b.map(plain))]
  return a.length === b.length && x.size === y.size && [...x].every((each) => y.has(each))
}
