import { groupOfWord, wordSet } from '../../phrases.js'

/** The English words with which questions ask for counts, ranks and sums. */

type Order = 'highest' | 'lowest'

/** A superlative with the fields it may mean; the first one that the records have is used. */
export interface Superlative {
  readonly words: readonly string[]
  readonly order: Order
  /** Last words of field names, with the end that the superlative means. Empty when the question must name the field. */
  readonly hints: readonly (readonly [field: string, order: Order])[]
  /** Without a date field it is not a superlative: "first name", "the last one". */
  readonly needsDate?: boolean
}

const hinted = (order: Order, fields: string): Superlative['hints'] =>
  fields.split(' ').map((field) => [field, order] as const)
// Field names in German, too.
const price = 'price cost amount fee value preis betrag kosten gebuhr'
const length = 'length duration runtime distance pages page minutes lange dauer seiten'
const pay = 'salary income pay wage wages earnings gehalt lohn'
const size = 'size area population amount quantity total value volume'
const dates = 'date created updated time year timestamp sold ordered released published born birthday'

const rating = 'rating score stars bewertung'

/** Superlatives of the same meaning, separated by commas. */
const superlative = (phrases: string, order: Order, hints: Superlative['hints'] = []): readonly Superlative[] =>
  phrases.split(', ').map((phrase) => ({ words: phrase.split(' '), order, hints }))
const highest = (phrases: string, fields: string) => superlative(phrases, 'highest', hinted('highest', fields))
const lowest = (phrases: string, fields: string) => superlative(phrases, 'lowest', hinted('lowest', fields))

/** Longer phrases first. */
export const superlatives: readonly Superlative[] = [
  highest('most expensive', price),
  lowest('least expensive', price),
  highest('most recent, most recently', dates),
  highest('highest rated, best rated, top rated', rating),
  lowest('lowest rated, worst rated', rating),
  highest('best paid, highest paid, top paid', pay),
  lowest('lowest paid, worst paid, least paid', pay),
  highest('most populous', 'population inhabitants'),
  superlative('highest', 'highest'),
  highest('largest, biggest', size),
  superlative('greatest, maximum, max, most', 'highest'),
  highest('best', 'rating score rank grade'),
  highest('priciest, dearest', price),
  highest('newest, latest', dates),
  highest('longest', length),
  highest('tallest', 'height elevation'),
  highest('heaviest', 'weight mass gewicht'),
  superlative('fastest', 'highest', [...hinted('highest', 'speed'), ...hinted('lowest', 'duration latency time')]),
  superlative('oldest', 'highest', [...hinted('highest', 'age alter'), ...hinted('lowest', dates)]),
  superlative('lowest', 'lowest'),
  lowest('smallest', size),
  superlative('minimum, min, least, fewest', 'lowest'),
  lowest('worst', 'rating score rank grade'),
  lowest('cheapest', price),
  lowest('earliest', dates),
  lowest('shortest', `height ${length}`),
  lowest('lightest', 'weight mass gewicht'),
  superlative('slowest', 'lowest', [...hinted('lowest', 'speed'), ...hinted('highest', 'duration latency time')]),
  lowest('first', dates).map((first) => ({ ...first, needsDate: true })),
  highest('last', dates).map((last) => ({ ...last, needsDate: true })),
  superlative('youngest', 'lowest', [...hinted('lowest', 'age alter'), ...hinted('highest', dates)]),
].flat()

/** Words that imply a field without naming it: "how old", "costs more than", "cheaper than". */
export const fieldHints = groupOfWord({
  [price]: 'cost costs costing priced expensive cheap cheaper pricier spend spent',
  'age alter': 'old older younger',
  height: 'tall taller',
  [`height ${length}`]: 'shorter',
  'weight mass gewicht': 'heavy heavier lighter weigh weighs weighing',
  [length]: 'long longer',
  'rating score stars': 'rated',
  [pay]: 'earn earns earning',
  [`${pay} ${price}`]: 'pay pays paid',
  distance: 'far farther further',
  population: 'populous',
})

/** Comparatives that are bounds: "cheaper than 10". */
export const comparatives = groupOfWord({
  below: 'cheaper younger shorter lighter',
  above: 'pricier older taller heavier longer',
})

export const numberWords: Readonly<Record<string, number>> = Object.fromEntries(
  ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'].map(
    (word, value) => [word, value],
  ),
)

/** Nouns that mean any records, without further criteria. */
export const anyRecordNouns =
  wordSet(`record records item items entry entries row rows object objects line lines datum data
  result results collection dataset database table store memory memories`)

/** Nouns that mean records if the question also names criteria. */
export const collectionNouns = wordSet(`thing things product products order orders sale sales customer customers client
  clients employee employees worker workers ticket tickets task tasks issue issues bug bugs book books movie movies film
  films song songs event events transaction transactions invoice invoices payment payments purchase purchases people
  person persons user users account accounts member members student students project projects city cities town towns
  country countries device devices server servers service services machine machines sensor sensors reading readings
  measurement measurements shipment shipments delivery deliveries team teams company companies store stores shop shops
  car cars vehicle vehicles house houses animal animals pet pets player players game games recipe recipes course courses
  trip trips flight flights article articles post posts document documents file files one ones option options model
  models`)

/** Words that ask, count or connect and do not restrict the records. */
export const functionWords = wordSet(`list show give find tell name display enumerate get fetch return print compute
  calculate determine report identify add adding count number sum total totals average mean avg top bottom rank ranked ranking sort
  sorted order ordered compare comparison compared versus vs difference differ distinct different unique kind kinds type
  types exist exists existing available stored recorded listed registered known present contain contains containing
  include includes included including belong belongs belonging come comes coming labelled labeled
  tagged marked called named equal equals equalling value values overall altogether combined together whole entire entirely
  respectively group grouped grouping across terms term regard regarding according respect among amongst exactly much
  currently current exceed exceeds exceeding least most higher lower greater larger smaller bigger better worse fewer less
  came made sold bought
  written published released produced built created appear appears
  highest lowest = == > < >= <= != is are was were be been being do does did has have had having`)

const where = `city town village country location place address residence home street region state province district
  neighborhood neighbourhood county area zone`
const residing = wordSet(where)
const standing = wordSet(`${where} territory office site room building branch store warehouse datacenter floor campus`)
const working =
  wordSet(`${where} office site branch department team division company employer organization organisation unit
  role position job project group`)

/** Verbs for where a person lives or works or a thing is located, each with the fields they fit. */
export const placeVerbs: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries([
  ...['live', 'lives', 'lived', 'living', 'reside', 'resides', 'residing'].map((verb) => [verb, residing]),
  ...['located', 'based', 'situated', 'placed', 'lie', 'lies'].map((verb) => [verb, standing]),
  ...['work', 'works', 'worked', 'working'].map((verb) => [verb, working]),
])

/** Fields for where something is, and for who. */
export const placeFields = wordSet(`${where} office site building branch shelf depot floor`)
const personFields =
  wordSet(`owner author writer assignee manager lead leader customer client contact name person employee student
  member director artist teacher reporter clerk buyer seller holder winner founder by who besitzer besitzerin autor
  autorin leiter leiterin kunde kundin lehrer lehrerin captain editor player guest host user responsible tenant
  landlord borrower lender grower driver pilot chair chairman treasurer coach trainer patient doctor nurse parent
  partner conductor instructor supervisor carrier shipper vendor supplier maker manufacturer company payer`)

/** Whether a field holds people: "owner", "sold by". */
export const namesPerson = (key: string | null): boolean =>
  key?.split(' ').some((word) => personFields.has(word)) === true

/** Words between a field and its value. */
export const linkWords = wordSet(
  'is are was were of = == : equals equal to named called in as being the a an that which',
)

export const negations =
  wordSet(`not except excluding exclude excludes besides outside non isn't aren't wasn't weren't doesn't
  don't without isnt arent`)

/** Names of the field that holds the kind of a record. */
export const kindFields = wordSet('type kind class category entity object record')
