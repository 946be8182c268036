import { makeCriterion, nounPhrase } from './wording.mjs'

/** A collection with the rows that some criteria leave, said as a noun phrase. */
export function choose(world, { criteria: count, needs = () => true }) {
  const { random, collections } = world
  const collection = random.pick(collections)
  const criteria = []
  const fields = [...collection.fields]
  while (criteria.length < count) {
    const [field] = fields.splice(random.below(fields.length), 1)
    if (field === undefined) return undefined
    if (needs(field)) criteria.push({ field, ...makeCriterion(random, field, collection.records) })
  }
  const meets = (row) => criteria.every(({ test }) => test(row))
  return {
    world,
    random,
    collection,
    criteria,
    rest: fields,
    nouns: collection.nouns[1],
    np: nounPhrase(collection.nouns[1], criteria),
    one: nounPhrase(collection.nouns[0], criteria),
    rows: collection.records.filter(meets),
    // What somebody sees who does not know which record is of which kind.
    all: world.records.filter(meets),
  }
}

/** Records without a mark of their kind are asked for only where their fields and values tell them from all others. */
export function isFair({ collection, criteria, rows, all, world }, keys, saysKind = true) {
  if (collection.mark !== 'none' && saysKind) return true
  const relevant = (row) => keys.every((key) => row.values[key] !== undefined)
  if (rows.filter(relevant).length !== all.filter(relevant).length) return false
  const said = criteria.flatMap(({ values = [] }) => values.map((value) => value.toLowerCase()))
  const others = world.collections.filter((other) => other !== collection)
  return !others.some(({ fields }) =>
    fields.some(({ values }) => values?.some((value) => said.includes(value.toLowerCase()))),
  )
}

export const ofType = (fields, type) => fields.filter((field) => field.type === type)
/** Amounts in several currencies are neither added nor compared (GWT19), so that nobody is asked to. */
export const amountOf = ({ random, rest, collection, rows }) => {
  const currency = collection.fields.find(({ key }) => key === 'currency')
  const isMixed = currency !== undefined && new Set(rows.map(({ values }) => values.currency)).size > 1
  const amounts = isMixed ? [] : ofType(rest, 'amount').filter(({ says }) => !says.isYear)
  return amounts.length === 0 ? undefined : random.pick(amounts)
}
export const groupOf = ({ random, rest }) => {
  const choices = ofType(rest, 'choice')
  return choices.length === 0 ? undefined : random.pick(choices)
}
