import { collections } from './collections.mjs'

/** Records in every format of GWT7, with what they say kept beside them: the answers are computed from that. */

const chosenCount = 8
const day = 86_400_000
const firstDay = Date.parse('2023-01-01')

/** What makes two spellings of a field's name one. */
const keyOf = (name) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()

const formats = ['json', 'table', 'equals', 'colon', 'lines']
const styles = {
  snake: (name) => name,
  camel: (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()),
  title: (name) => name.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase()),
}

/** The kinds that this store has, with the names, marks and formats of their records. */
export function chooseCollections(random) {
  const chosen = shuffle(random, collections).slice(0, chosenCount)
  return chosen.map((plan, at) => {
    const format = formats[at % formats.length]
    const style = random.pick(format === 'table' ? ['title', 'snake'] : ['snake', 'camel'])
    const displayName = random.pick(plan.display.names)
    const named = plan.fields.map((field) => {
      const name = random.pick(field.names)
      const verb = field.verbs?.[field.names.indexOf(name)]
      return {
        ...field,
        ...(verb === undefined ? {} : { verb }),
        given: name,
        name: styles[style](name),
        key: keyOf(name),
      }
    })
    const isNamedByField = keyOf(displayName) === plan.nouns[0]
    const mark = isNamedByField
      ? 'field'
      : random.pick(format === 'equals' ? ['label', 'type'] : ['type', 'type', 'none'])
    return {
      ...plan,
      format,
      mark,
      // One more format says the same where the mark can stand in it, too.
      formats: mark === 'label' ? [format] : [format, random.pick(formats)],
      displayField: { name: styles[style](displayName), key: keyOf(displayName) },
      fields: named,
    }
  })
}

export function makeRecords(random, collection, count) {
  const taken = new Set()
  return Array.from({ length: count }, (_, at) => {
    let display = collection.display.make(random, at)
    for (let again = 0; taken.has(display) && again < 200; again++) display = collection.display.make(random, at)
    while (taken.has(display)) display = `${display} ${at + 1}`
    taken.add(display)
    const values = { [collection.displayField.key]: display }
    for (const field of collection.fields) {
      // Some records lack a field, as records do.
      if (random.next() < 0.04) continue
      values[field.key] = drawValue(random, field)
    }
    if (collection.mark === 'type') values.type = collection.nouns[0]
    const label = collection.mark === 'label' ? `${capitalised(collection.nouns[0])} ${at + 1}` : undefined
    return { collection, at, display, label, values }
  })
}

function drawValue(random, field) {
  if (field.type === 'choice') return random.pick(field.values)
  if (field.type === 'flag') return random.next() < 0.5 ? 'true' : 'false'
  if (field.type === 'date') return new Date(firstDay + random.below(900) * day).toISOString().slice(0, 10)
  // The square leans to the small, as prices do.
  const share = random.next() * (field.says.isYear ? 1 : random.next())
  return (field.from + share * (field.to - field.from)).toFixed(field.places)
}

/** The records' texts, a few of them to a memory. */
export function writeRecords(random, collection, records) {
  const contents = []
  for (let from = 0; from < records.length; ) {
    const format = random.next() < 0.8 ? collection.formats[0] : collection.formats.at(-1)
    const count = format === 'table' ? 3 + random.below(5) : format === 'colon' ? 1 : 1 + random.below(2)
    const some = records.slice(from, from + count)
    contents.push({ content: writers[format](random, collection, some), records: some })
    from += count
  }
  return contents
}

const pairsOf = ({ mark, displayField, fields, nouns }, { values }) => [
  ...(mark === 'type' ? [['type', nouns[0]]] : []),
  [displayField.name, values[displayField.key]],
  ...fields.flatMap(({ name, key }) => (values[key] === undefined ? [] : [[name, values[key]]])),
]

const isBare = (text) => /^-?(?:0|[1-9]\d*)(?:\.\d+)?$|^(?:true|false)$/.test(text)
const yesOrNo = (text) => (text === 'true' ? 'yes' : text === 'false' ? 'no' : text)

const writers = {
  json: (_, collection, records) =>
    records
      .map((record) => {
        const pairs = pairsOf(collection, record).map(
          ([name, text]) => `${JSON.stringify(name)}: ${isBare(text) ? text : JSON.stringify(text)}`,
        )
        return `{${pairs.join(', ')}}`
      })
      .join('\n'),
  table(random, collection, records) {
    const columns = [
      ...(collection.mark === 'type' ? [{ name: 'type', key: 'type' }] : []),
      collection.displayField,
      ...collection.fields,
    ]
    const row = (cells) => `| ${cells.join(' | ')} |`
    const lines = [row(columns.map(({ name }) => name)), `|${columns.map(() => '---').join('|')}|`]
    for (const { values } of records) lines.push(row(columns.map(({ key }) => yesOrNo(values[key] ?? ''))))
    const intro =
      random.next() < 0.3 ? `${random.pick(['As exported this morning:', 'The list so far.', '## Overview'])}\n\n` : ''
    return intro + lines.join('\n')
  },
  equals(random, collection, records) {
    const separator = random.pick([', ', '; ', ' | '])
    return records
      .map((record) => {
        const label = record.label === undefined ? '' : `${record.label}: `
        const pairs = pairsOf(collection, record).map(
          ([name, text]) => `${name}=${cased(random, collection, name, text)}`,
        )
        return label + pairs.join(separator)
      })
      .join('\n')
  },
  colon: (random, collection, records) =>
    records
      .map((record) =>
        pairsOf(collection, record)
          .map(([name, text]) => `${name}: ${yesOrNo(text)}`)
          .join(random.pick([', ', '; '])),
      )
      .join('\n'),
  lines: (random, collection, records) => {
    const bullet = random.pick(['', '- '])
    return records
      .map((record) =>
        pairsOf(collection, record)
          .map(([name, text]) => `${bullet}${name}: ${cased(random, collection, name, yesOrNo(text))}`)
          .join('\n'),
      )
      .join('\n\n')
  },
}

/** North and north are one. */
function cased(random, { fields }, name, text) {
  const isChoice = fields.some((field) => field.name === name && field.type === 'choice')
  return isChoice && random.next() < 0.05 ? text.toLowerCase() : text
}

export const capitalised = (text) => text.replace(/^./, (letter) => letter.toUpperCase())

export function shuffle(random, items) {
  const shuffled = [...items]
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = random.below(at + 1)
    ;[shuffled[at], shuffled[other]] = [shuffled[other], shuffled[at]]
  }
  return shuffled
}
