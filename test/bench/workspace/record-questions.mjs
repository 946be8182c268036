import { amountOf, choose, groupOf, isFair, ofType } from './choosing.mjs'
import * as expected from './expected.mjs'
import { countWord, plural } from './wording.mjs'

/** Questions about records. Each maker gives { kind, text, expected } or undefined when it had bad luck. */

const mostListed = 40
const describe = ({ key }) => key

const text = (value) => ({ kind: 'text', value })
const list = (names) => ({ kind: 'set', names })

export function counted(world) {
  const chosen = choose(world, { criteria: 1 + world.random.below(2) })
  if (chosen === undefined || !isFair(chosen, []) || chosen.rows.length === 0) return undefined
  const { random, np, nouns, criteria, rows } = chosen
  const clauses = criteria.map(({ clause }) => clause).join(' and ')
  return {
    text: random.pick([
      `How many ${np} are there?`,
      `How many ${np} do we have?`,
      `How many ${nouns} ${clauses}?`,
      `How many of the ${nouns} ${clauses}?`,
      `Count the ${np}.`,
      `Count all ${np}`,
      `What is the number of ${np}?`,
      `Number of ${np}?`,
      `Tell me how many ${np} there are.`,
      `What's the total number of ${np}?`,
      `how many ${np}`,
    ]),
    expected: text(String(rows.length)),
  }
}

export function countedDistinct(world) {
  const chosen = choose(world, { criteria: world.random.below(2) })
  const group = chosen && groupOf(chosen)
  if (group === undefined || !isFair(chosen, [group.key], true) || chosen.rows.length === 0) return undefined
  const { random, np, criteria } = chosen
  const names = plural(describe(group))
  return {
    text: random.pick([
      `How many different ${names} do the ${np} have?`,
      `How many distinct ${names} are there among the ${np}?`,
      ...(criteria.length > 0 ? [`How many ${names} have ${np}?`] : [`How many unique ${names} do ${np} have?`]),
    ]),
    expected: text(String(expected.groupBy(chosen.rows, group.key).size)),
  }
}

export function countedPerGroup(world) {
  const chosen = choose(world, { criteria: world.random.below(2) })
  const group = chosen && groupOf(chosen)
  if (group === undefined || !isFair(chosen, [group.key]) || chosen.rows.length === 0) return undefined
  const { random, np } = chosen
  const groups = [...expected.groupBy(chosen.rows, group.key)].map(([name, rows]) => [name, String(rows.length)])
  return {
    text: random.pick([
      `How many ${np} are there per ${describe(group)}?`,
      `How many ${np} does each ${describe(group)} have?`,
      `Number of ${np} by ${describe(group)}`,
      `Count the ${np} for each ${describe(group)}.`,
      `How many ${np} are in each ${describe(group)}?`,
    ]),
    expected: { kind: 'groups', groups },
  }
}

export function filtered(world) {
  const chosen = choose(world, { criteria: 2 + world.random.below(2) })
  if (chosen === undefined || !isFair(chosen, [])) return undefined
  const { random, np, nouns, criteria, rows, collection } = chosen
  if (rows.length === 0 || rows.length > mostListed) return undefined
  const clauses = criteria.map(({ clause }) => clause).join(' and ')
  return {
    text: random.pick([
      `List the ${np}.`,
      `List all ${np}`,
      `Which ${nouns} ${clauses}?`,
      `What ${nouns} ${clauses}?`,
      `Show me the ${np}.`,
      `Show all ${np}`,
      `Give me all ${np}`,
      `Find the ${np}.`,
      `What are the ${np}?`,
      ...(collection.isPeople ? [`Who are the ${np}?`] : []),
    ]),
    expected: list(rows.map(({ display }) => display)),
  }
}

export function lookedUp(world) {
  const chosen = choose(world, { criteria: 0 })
  const { random, collection } = chosen
  const record = random.pick(collection.records)
  const field = random.pick(collection.fields.filter(({ type }) => type !== 'flag'))
  const value = record.values[field.key]
  // Its name may be a value elsewhere, too.
  const namesakes = world.records.filter(({ values }) =>
    Object.values(values).some((each) => each.toLowerCase() === record.display.toLowerCase()),
  )
  if (value === undefined || namesakes.filter(({ values }) => values[field.key] !== undefined).length > 1)
    return undefined
  const f = describe(field)
  const name = record.display
  return {
    text: random.pick([
      `What is the ${f} of ${name}?`,
      `What is ${name}'s ${f}?`,
      `What's the ${f} of ${name}?`,
      `Tell me the ${f} of ${name}.`,
      `Give me ${name}'s ${f}.`,
      `Which ${f} does ${name} have?`,
      ...(field.says?.howMuch ? [`How much does ${name} cost?`, `How much is the ${name}?`] : []),
      ...(field.says?.counts ? [`How many ${plural(f)} does ${name} have?`] : []),
      ...(field.ways === 'person' || field.ways === 'maker' ? [`Who is the ${f} of ${name}?`] : []),
    ]),
    expected: text(value),
  }
}

/** The field with the words for its two ends. */
function superlativesOf(random, field, direction) {
  const f = describe(field)
  const said = direction < 0 ? field.says?.most : field.says?.least
  const end =
    direction < 0
      ? random.pick(['highest', 'highest', 'greatest', 'largest'])
      : random.pick(['lowest', 'lowest', 'smallest'])
  const most = field.says?.counts ? [`the ${direction < 0 ? 'most' : 'fewest'} ${plural(f)}`] : []
  const hinted = (said ?? []).filter(() => field.says?.lengthHint !== false)
  return { withEnd: random.pick([`the ${end} ${f}`, ...most]), hinted }
}

export function ranked(world) {
  const chosen = choose(world, { criteria: world.random.below(2) })
  const field = chosen && amountOf(chosen)
  if (field === undefined || !isFair(chosen, [field.key]) || chosen.rows.length < 8) return undefined
  const { random, np, rows } = chosen
  const f = describe(field)
  const k = 2 + random.below(6)
  const count = countWord(random, k)
  const direction = random.next() < 0.65 ? -1 : 1
  const { withEnd, hinted } = superlativesOf(random, field, direction)
  // "The largest" means a field without naming it: nobody knows whose, of kinds without a mark.
  const adjective = hinted.length === 0 || chosen.collection.mark === 'none' ? undefined : random.pick(hinted)
  return {
    text: random.pick([
      ...(direction < 0
        ? [
            `What are the top ${count} ${np} by ${f}?`,
            `Top ${count} ${np} by ${f}`,
            `Show the top ${count} ${np} ranked by ${f}.`,
          ]
        : [`What are the bottom ${count} ${np} by ${f}?`, `Bottom ${count} ${np} by ${f}`]),
      `List the ${count} ${np} with ${withEnd}.`,
      `Which ${count} ${np} have ${withEnd}?`,
      `Give me the ${count} ${np} with ${withEnd}`,
      ...(adjective === undefined
        ? []
        : [
            `What are the ${count} ${adjective} ${np}?`,
            `List the ${count} ${adjective} ${np}.`,
            `Show me the ${adjective} ${count} ${np}`,
          ]),
    ]),
    expected: { kind: 'ranking', ranks: expected.rankRows(rows, field.key, direction, k) },
  }
}

export function best(world) {
  const chosen = choose(world, { criteria: world.random.below(2) })
  if (chosen === undefined) return undefined
  const { random, one, nouns, criteria, rows, collection } = chosen
  const dates = ofType(chosen.rest, 'date')
  const field = dates.length > 0 && random.next() < 0.3 ? dates[0] : amountOf(chosen)
  if (field === undefined || !isFair(chosen, [field.key]) || rows.length < 2) return undefined
  const direction = random.next() < 0.6 ? -1 : 1
  const isDate = field.type === 'date'
  const end = direction < 0 ? random.pick(['latest', 'most recently']) : random.pick(['earliest', 'first'])
  const { withEnd, hinted } = superlativesOf(random, field, direction)
  // "The largest" means a field without naming it: nobody knows whose, of kinds without a mark.
  const adjective = hinted.length === 0 || chosen.collection.mark === 'none' ? undefined : random.pick(hinted)
  const clause = criteria.map(({ clause }) => clause).join(' and ')
  const noun = collection.nouns[0]
  return {
    text: isDate
      ? random.pick([
          `Which ${one} was ${field.verb} ${end}?`,
          `Which ${one} has the ${direction < 0 ? 'latest' : 'earliest'} ${describe(field)}?`,
        ])
      : random.pick([
          `Which ${one} has ${withEnd}?`,
          `What is the ${one} with ${withEnd}?`,
          `Name the ${one} with ${withEnd}.`,
          ...(criteria.length === 1 ? [`Of all ${nouns} that ${clause}, which has ${withEnd}?`] : []),
          ...(adjective === undefined
            ? []
            : [
                `Which ${one} is the ${adjective}?`,
                ...(criteria.length === 0 ? [`What is the ${adjective} ${noun}?`] : []),
              ]),
          ...(collection.isPeople && criteria.length === 0 && isFair(chosen, [field.key], false)
            ? [`Who has ${withEnd}?`]
            : []),
        ]),
    expected: { kind: 'ranking', ranks: expected.rankRows(rows, field.key, direction, 1) },
  }
}
