import { createRandom } from '../support/random.js'

/** The longest text that may be stored. */
const length = 100_000

const { next: random, pick } = createRandom(7)

const stopWords = 'and the of a to in it is that for on with as was at by an be this from or not but are'.split(' ')
const words =
  'harbour ledger copper meadow signal winter orchard bridge lantern gravel ferry kettle anchor violet marble thunder'.split(
    ' ',
  )
const letters = 'abcdefghijklmnopqrstuvwxyz'
const unheardOf = () => Array.from({ length: 4 + Math.floor(random() * 8) }, () => pick([...letters])).join('')

/** Repeats what `next` gives until the text is as long as may be. */
function fill(next: (at: number) => string): string {
  const parts: string[] = []
  for (let at = 0, size = 0; size < length; at++) {
    const part = next(at)
    parts.push(part)
    size += part.length
  }
  return parts.join('').slice(0, length).toWellFormed()
}

/** Texts that are dear to read, by what is dear about them. */
export const longTexts: Readonly<Record<string, (seed: number) => string>> = {
  'one text with another end': (seed) =>
    `${fill((at) => `The ${words[at % words.length]} and the ledger. `).slice(0, -20)} number ${seed}.`,
  'stop words': () => fill(() => `${pick(stopWords)}${random() < 0.05 ? '. And ' : ' '}`),
  sentences: () => fill(() => `The ${pick(words)} and the ${pick(words)} were ${pick(words)} by ${pick(words)}. `),
  'words that nothing repeats': () => fill(() => `${unheardOf()} and `),
  'one word': () => fill(() => unheardOf()),
  Chinese: () => fill(() => pick([...'我们今天和明天都要去北京看长城因为天气很好所以大家高兴'])),
  'paths and identifiers': () =>
    fill(() => `and src/${pick(words)}/${unheardOf()}.ts:${Math.floor(random() * 99)} getUser${unheardOf()}_and `),
  records: () => fill((at) => `${pick(words)}: { name: "${unheardOf()}", price: ${at}, and: ${pick(words)} }\n`),
  facts: () => fill(() => `${unheardOf()} -> and -> ${unheardOf()}\n`),
  'near secrets': () => fill(() => `password = ${unheardOf()} and token: sk-${unheardOf()} AKIA${unheardOf()} `),
  quotations: () => fill(() => `"${pick(words)} and" said 'the ${pick(words)}' \`and\` `),
  marks: () => fill(() => pick(['-', '—', '"', "'", '`', '.', '(', ')', '[', ']', ' ', '\n', '#', '*', 'and'])),
  'emoji and accents': () =>
    fill(() => `${pick(['é', 'ü', '👩‍👩‍👧', '🇩🇪', 'e\u0301', 'ﬁ'])}${random() < 0.2 ? ' and ' : ''}`),
  speakers: () => fill(() => `${pick(['Anna', 'Ben'])}: I think the ${pick(words)} and we will not, shall we?\n`),
  names: () =>
    fill(() => `Anna ${pick(['Lee', 'Ray'])} uses Postgres and Kubernetes ${unheardOf()} at Acme ${pick(words)}. `),
}

/** So many texts, of every sort in turn. */
export const someLongTexts = (count: number): string[] => {
  const sorts = Object.values(longTexts)
  return Array.from({ length: count }, (_, at) => sorts[at % sorts.length]!(at))
}
