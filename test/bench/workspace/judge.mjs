/**
 * Whether an answer says what was expected; spelling of numbers and case do not matter, and a record may be called by
 * the label before its fields: `nameOf` maps those to its name.
 */
export function isRight(expected, answer, nameOf = new Map()) {
  const named = (name) => nameOf.get(name) ?? name
  switch (expected.kind) {
    case 'text':
      return same(answer, expected.value)
    case 'set':
      return sameSet(parts(answer).map(named), expected.names)
    case 'ranking': {
      const given = parts(answer).map((part) => /^(.*) \(([^()]*)\)$/.exec(part)?.slice(1) ?? [part])
      return (
        given.length === expected.ranks.length &&
        expected.ranks.every(([name, value], at) => same(named(given[at][0]), name) && same(given[at][1] ?? '', value))
      )
    }
    case 'groups': {
      const given = parts(answer)
        .map((part) => /^(.*): ([^:]*)$/.exec(part)?.slice(1))
        .filter((pair) => pair !== undefined)
      const wanted = expected.groups.map(([name, value]) => `${plain(name)}: ${plain(value)}`)
      return sameSet(
        given.map(([name, value]) => `${plain(name)}: ${plain(value)}`),
        wanted,
      )
    }
    case 'comparison': {
      const [a, b] = expected.sides.map(([name, value]) => `${name}: ${value}`.toLowerCase())
      const verdict = expected.higher === null ? 'equal' : `${expected.higher} is higher`.toLowerCase()
      const said = answer.toLowerCase()
      return said.includes(`${a},`) && said.includes(`${b} `) && said.includes(`(${verdict}`)
    }
    case 'broken':
      return answer.startsWith('none') && expected.nodes.every((node) => answer.includes(node))
    default:
      return answer === ''
  }
}

const parts = (answer) => (answer === '' || answer === 'none' ? [] : answer.split(', '))

/** 4.50 is 4.5, North is north. */
function plain(text) {
  const trimmed = text.trim().toLowerCase()
  return /^-?\d+\.\d+$/.test(trimmed) ? trimmed.replace(/\.?0+$/, '') : trimmed
}

const same = (a, b) => plain(a) === plain(b)
const sameSet = (a, b) => {
  const [x, y] = [new Set(a.map(plain)), new Set(b.map(plain))]
  return a.length === b.length && x.size === y.size && [...x].every((each) => y.has(each))
}
