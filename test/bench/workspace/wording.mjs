import { hundredths } from './expected.mjs'

/** How people say which records they mean. */

export const plural = (noun) =>
  /[^aeiou]y$/.test(noun)
    ? `${noun.slice(0, -1)}ies`
    : /(?:s|x|ch|sh)$/.test(noun)
      ? /(?:ss|us|x|ch|sh)$/.test(noun)
        ? `${noun}es`
        : noun
      : `${noun}s`
// "with a price above", but "with pages above".
const withArticle = (noun) =>
  /[^s]s$/.test(noun) ? noun : /^(?:hour|[aeio]|u(?!ni))/.test(noun) ? `an ${noun}` : `a ${noun}`

const numberWords = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
export const countWord = (random, count) =>
  random.next() < 0.3 ? (numberWords[count] ?? String(count)) : String(count)

/**
 * A criterion: what it asks of a row, and how it is said: `pre` stands before the noun, `post` behind it, `clause` makes
 * a sentence of a plural subject.
 */
export function makeCriterion(random, field, rows) {
  if (field.type === 'choice') return choiceCriterion(random, field)
  if (field.type === 'flag') return flagCriterion(random, field)
  return field.type === 'date' ? dateCriterion(random, field, rows) : amountCriterion(random, field, rows)
}

const is = (field, values) => (row) =>
  values.some((value) => row.values[field.key]?.toLowerCase() === value.toLowerCase())
const isNot = (field, value) => (row) =>
  row.values[field.key] !== undefined && row.values[field.key].toLowerCase() !== value.toLowerCase()

function choiceCriterion(random, field) {
  const v = random.pick(field.values)
  const f = field.key
  const chance = random.next()
  if (chance < 0.12) {
    const w = random.pick(field.values.filter((value) => value !== v))
    const both = field.ways === 'place' ? `in ${v} or ${w}` : `with ${f} ${v} or ${w}`
    return {
      test: is(field, [v, w]),
      values: [v, w],
      post: both,
      clause: field.ways === 'place' ? `are ${both}` : `have ${f} ${v} or ${w}`,
    }
  }
  if (chance < 0.22) {
    const not = { place: `not in ${v}`, quality: `that are not ${said(v)}` }[field.ways] ?? `whose ${f} is not ${v}`
    const clause = { place: `are not in ${v}`, quality: `are not ${said(v)}` }[field.ways] ?? `do not have ${f} ${v}`
    return { test: isNot(field, v), values: [v], post: not, clause }
  }
  const way = random.pick(waysOf(field, v, f))
  return { test: is(field, [v]), values: [v], ...way }
}

const said = (value) => value.replaceAll('_', ' ')

function waysOf(field, v, f) {
  const common = [
    { post: `with ${f} ${v}`, clause: `have ${f} ${v}` },
    { post: `whose ${f} is ${v}`, clause: `have ${v} as ${f}` },
    { post: `where the ${f} is ${v}`, clause: `have the ${f} ${v}` },
  ]
  const own = {
    place: [
      { post: `in ${v}`, clause: `are in ${v}` },
      { post: `in the ${v} ${f}`, clause: `are in the ${v} ${f}` },
      { post: `in ${f} ${v}`, clause: `belong to ${f} ${v}` },
      { post: `from ${v}`, clause: `are from ${v}` },
    ],
    quality: [
      { pre: said(v), clause: `are ${said(v)}` },
      { pre: said(v), clause: `are ${said(v)}` },
      { post: `that are ${said(v)}`, clause: `are currently ${said(v)}` },
    ],
    level: [
      { pre: `${v} ${f}`, clause: `have ${v} ${f}` },
      { post: `with ${v} ${f}`, clause: `have ${v} ${f}` },
    ],
    kind: [
      { pre: v, clause: `are in the ${v} ${f}` },
      { post: `in the ${v} ${f}`, clause: `belong to the ${v} ${f}` },
      { post: `of ${f} ${v}`, clause: `are in ${f} ${v}` },
    ],
    person: [
      { post: `${field.verb?.[field.given]} ${v}`, clause: `are ${field.verb?.[field.given]} ${v}` },
      { post: `with ${v} as ${f}`, clause: `have ${v} as their ${f}` },
    ],
    maker: [
      { post: `by ${v}`, clause: `are by ${v}` },
      { post: `from ${v}`, clause: `are from ${v}` },
      { post: `with ${v} as ${f}`, clause: `have ${v} as ${f}` },
    ],
  }
  return [...common, ...own[field.ways]]
}

function flagCriterion(random, field) {
  const value = random.next() < 0.7
  const test = is(field, [value ? 'true' : 'false'])
  if (value)
    return random.pick([
      { test, pre: field.key, clause: `are ${field.key}` },
      { test, post: `that are ${field.key}`, clause: `are ${field.key}` },
    ])
  return { test, post: `that are not ${field.key}`, clause: `are not ${field.key}` }
}

const compare = (row, field, bound, order) => {
  const own = field.type === 'date' ? row.values[field.key] : hundredths(row.values[field.key])
  return own !== undefined && order(own, bound)
}
const orders = {
  above: (a, b) => a > b,
  below: (a, b) => a < b,
  least: (a, b) => a >= b,
  most: (a, b) => a <= b,
}

function amountCriterion(random, field, rows) {
  const f = field.key
  const known = rows.map(({ values }) => values[f]).filter((text) => hundredths(text) !== undefined)
  const sorted = known.toSorted((a, b) => Number(a) - Number(b))
  const at = Math.floor(sorted.length * (0.1 + 0.8 * random.next()))
  // A bound that a record has tells "above" from "at least".
  const n = random.next() < 0.6 ? sorted[at] : String(Math.round(Number(sorted[at])))
  const test = (order) => (row) => compare(row, field, hundredths(n), orders[order])
  const phrases = [
    ['above', `with ${withArticle(f)} above ${n}`, `have ${withArticle(f)} above ${n}`],
    ['above', `with ${f} over ${n}`, `have ${f} over ${n}`],
    ['above', `whose ${f} is greater than ${n}`, `have ${withArticle(f)} greater than ${n}`],
    ['above', `with ${withArticle(f)} of more than ${n}`, `have ${withArticle(f)} of more than ${n}`],
    ['least', `with ${withArticle(f)} of at least ${n}`, `have ${withArticle(f)} of at least ${n}`],
    ['least', `with ${withArticle(f)} of ${n} or more`, `have ${withArticle(f)} of ${n} or more`],
    ['below', `with ${withArticle(f)} below ${n}`, `have ${withArticle(f)} below ${n}`],
    ['below', `with ${f} under ${n}`, `have ${f} under ${n}`],
    ['below', `whose ${f} is less than ${n}`, `have ${withArticle(f)} lower than ${n}`],
    ['most', `with ${withArticle(f)} of at most ${n}`, `have ${withArticle(f)} of no more than ${n}`],
    ...(field.says.counts
      ? [
          ['above', `with more than ${n} ${plural(f)}`, `have more than ${n} ${plural(f)}`],
          ['below', `with fewer than ${n} ${plural(f)}`, `have fewer than ${n} ${plural(f)}`],
          ['least', `with at least ${n} ${plural(f)}`, `have at least ${n} ${plural(f)}`],
        ]
      : []),
    ...(field.says.more ?? []).map((more) => ['above', `${more} ${n}`, undefined]),
    ...(field.says.less ?? []).map((less) => ['below', `${less} ${n}`, undefined]),
  ]
  if (random.next() < 0.12) {
    const high = sorted[Math.min(sorted.length - 1, at + Math.ceil(sorted.length / 10))]
    const within = (row) =>
      compare(row, field, hundredths(n), orders.least) && compare(row, field, hundredths(high), orders.most)
    return {
      test: within,
      post: `with ${withArticle(f)} between ${n} and ${high}`,
      clause: `have ${withArticle(f)} between ${n} and ${high}`,
    }
  }
  if (field.says.isYear && random.next() < 0.5) {
    return { test: is(field, [sorted[at]]), post: `from ${sorted[at]}`, clause: `have the ${f} ${sorted[at]}` }
  }
  const [order, post, clause] = random.pick(phrases)
  return { test: test(order), post, clause: clause ?? `have ${withArticle(f)} ${order} ${n}` }
}

function dateCriterion(random, field, rows) {
  const known = rows.map(({ values }) => values[field.key]).filter((text) => text !== undefined)
  const day = random.pick(known)
  const [order, word] = random.pick([
    ['above', 'after'],
    ['below', 'before'],
    ['least', 'since'],
  ])
  const test = (row) => compare(row, field, day, orders[order])
  return random.pick([
    { test, post: `${field.verb} ${word} ${day}`, clause: `were ${field.verb} ${word} ${day}` },
    {
      test,
      post: `with ${withArticle(field.key)} date ${word} ${day}`
        .replace(' date date', ' date')
        .replace(/ (on|at) date/, ' date'),
      clause: `were ${field.verb} ${word} ${day}`,
    },
  ])
}

/** The noun with what is said about it. */
export function nounPhrase(nouns, criteria) {
  const pre = criteria.flatMap((each) => each.pre ?? [])
  const post = criteria.flatMap((each) => each.post ?? [])
  return [...pre, nouns, post.join(' and ')].filter((part) => part !== '').join(' ')
}
