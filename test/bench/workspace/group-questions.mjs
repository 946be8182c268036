import { amountOf, choose, groupOf, isFair } from './choosing.mjs'
import * as expected from './expected.mjs'
import { countWord, plural } from './wording.mjs'

/** Questions that add up, compare, or ask by group. */

const words = {
  average: ['average', 'average', 'mean'],
  sum: ['total', 'total', 'combined'],
  min: ['lowest', 'minimum', 'smallest'],
  max: ['highest', 'maximum', 'largest'],
}

export function totalled(how) {
  return (world) => {
    const chosen = choose(world, { criteria: 1 + world.random.below(2) })
    const field = chosen && amountOf(chosen)
    if (field === undefined || !isFair(chosen, [field.key]) || chosen.rows.length < 2) return undefined
    const value = expected.aggregate(chosen.rows, field.key, how)
    if (value === undefined) return undefined
    const { random, np } = chosen
    const f = field.key
    const word = random.pick(words[how])
    return {
      text: random.pick([
        `What is the ${word} ${f} of ${np}?`,
        `What's the ${word} ${f} of the ${np}?`,
        `${word} ${f} of ${np}`,
        `What is the ${word} ${f} among ${np}?`,
        `Tell me the ${word} ${f} for ${np}.`,
        ...(how === 'average' ? [`Calculate the average ${f} of ${np}.`] : []),
        ...(how === 'sum' ? [`Sum of ${f} for ${np}`, `Add up the ${f} of all ${np}.`] : []),
        ...(how === 'sum' && field.says.counts ? [`How many ${plural(f)} do the ${np} have in total?`] : []),
      ]),
      expected: { kind: 'text', value: expected.asText(value) },
    }
  }
}

export function distinct(world) {
  const chosen = choose(world, { criteria: world.random.below(2) })
  const group = chosen && groupOf(chosen)
  if (group === undefined || chosen.rows.length === 0 || !isFair(chosen, [group.key])) return undefined
  const { random, np, nouns, criteria } = chosen
  const names = plural(group.key)
  const clause = criteria.map(({ clause }) => clause).join(' and ')
  return {
    text: random.pick([
      `Which ${names} do the ${np} have?`,
      `List the different ${names} of the ${np}.`,
      `List all distinct ${names} of ${np}`,
      `What ${names} are there among the ${np}?`,
      ...(clause === '' ? [] : [`Which ${names} have ${nouns} that ${clause}?`]),
    ]),
    expected: { kind: 'set', names: [...expected.groupBy(chosen.rows, group.key).keys()] },
  }
}

export function perGroup(world) {
  const chosen = choose(world, { criteria: world.random.below(2) })
  const [field, group] = [chosen && amountOf(chosen), chosen && groupOf(chosen)]
  if (field === undefined || group === undefined) return undefined
  if (chosen.rows.length < 3 || !isFair(chosen, [field.key, group.key])) return undefined
  const { random, np } = chosen
  const how = random.pick(['average', 'average', 'sum'])
  const groups = [...expected.groupBy(chosen.rows, group.key)].map(([name, rows]) => [
    name,
    expected.aggregate(rows, field.key, how),
  ])
  if (groups.some(([, value]) => value === undefined)) return undefined
  const word = random.pick(words[how])
  return {
    text: random.pick([
      `What is the ${word} ${field.key} of ${np} per ${group.key}?`,
      `${word} ${field.key} of ${np} by ${group.key}`,
      `What's the ${word} ${field.key} of ${np} for each ${group.key}?`,
      `Give me the ${word} ${field.key} of the ${np} per ${group.key}.`,
      `For each ${group.key}, what is the ${word} ${field.key} of ${np}?`,
    ]),
    expected: { kind: 'groups', groups: groups.map(([name, value]) => [name, expected.asText(value)]) },
  }
}

export function rankedGroups(world) {
  const chosen = choose(world, { criteria: world.random.below(2) })
  const [field, group] = [chosen && amountOf(chosen), chosen && groupOf(chosen)]
  if (field === undefined || group === undefined) return undefined
  const { random, np, rows } = chosen
  const how = random.pick(['count', 'average', 'sum'])
  const keys = how === 'count' ? [group.key] : [group.key, field.key]
  if (rows.length < 3 || !isFair(chosen, keys)) return undefined
  const direction = random.next() < 0.65 ? -1 : 1
  const isTop = random.next() < 0.3 && how !== 'count'
  const k = isTop ? 2 + random.below(2) : 1
  const ranks = expected.rankGroups(rows, group.key, field.key, how, direction, k)
  if (ranks.length < k) return undefined
  const end = direction < 0 ? 'highest' : 'lowest'
  const of = `${random.pick(words[how] ?? ['']).replace('combined', 'total')} ${field.key}`
  const g = group.key
  const texts =
    how === 'count'
      ? [
          `Which ${g} has the ${direction < 0 ? 'most' : 'fewest'} ${np}?`,
          `What ${g} has the ${direction < 0 ? 'largest' : 'smallest'} number of ${np}?`,
          `Which ${g} do the ${direction < 0 ? 'most' : 'fewest'} ${np} have?`,
        ]
      : isTop
        ? [
            `${direction < 0 ? 'Top' : 'Bottom'} ${countWord(random, k)} ${plural(g)} by ${of} of ${np}`,
            `Which ${countWord(random, k)} ${plural(g)} have the ${end} ${of} of ${np}?`,
          ]
        : [
            `Which ${g} has the ${end} ${of} of ${np}?`,
            `What ${g} has the ${end} ${of} among ${np}?`,
            `In which ${g} is the ${of} of ${np} the ${end}?`,
          ]
  return { text: random.pick(texts), expected: { kind: 'ranking', ranks } }
}

export function compared(world) {
  const chosen = choose(world, { criteria: 0 })
  const { random, collection, nouns } = chosen
  const [field, group] = [amountOf(chosen), groupOf(chosen)]
  if (field === undefined || group === undefined) return undefined
  const a = random.pick(group.values)
  const b = random.pick(group.values.filter((value) => value !== a))
  const rowsOf = (rows, value) => rows.filter(({ values }) => values[group.key]?.toLowerCase() === value.toLowerCase())
  // Two values name the groups; whoever else has them in other fields makes the question unclear.
  const elsewhere = world.records.some(
    (row) => row.collection !== collection && [a, b].some((value) => Object.values(row.values).includes(value)),
  )
  if (elsewhere) return undefined
  const how = random.pick(['average', 'average', 'sum', 'count'])
  const sides = [a, b].map((value) => [value, expected.aggregate(rowsOf(collection.records, value), field.key, how)])
  if (sides.some(([, value]) => value === undefined || value === 0n)) return undefined
  const f = field.key
  const word = random.pick(words[how] ?? ['']).replace('combined', 'total')
  const texts =
    how === 'count'
      ? [`Are there more ${nouns} with ${group.key} ${a} or ${b}?`, `Which has more ${nouns}, ${a} or ${b}?`]
      : [
          `Compare the ${word} ${f} of ${a} and ${b}.`,
          `Compare ${a} with ${b} by ${word} ${f}`,
          `Which has the higher ${word} ${f}, ${a} or ${b}?`,
          `What is the difference in ${word} ${f} between ${a} and ${b}?`,
          `How does the ${word} ${f} of ${a} compare to ${b}?`,
          `${a} vs ${b}: ${word} ${f}`,
        ]
  const [[, x], [, y]] = sides
  return {
    text: random.pick(texts),
    expected: {
      kind: 'comparison',
      sides: sides.map(([name, value]) => [name, expected.asText(value)]),
      higher: x === y ? null : x > y ? a : b,
    },
  }
}
