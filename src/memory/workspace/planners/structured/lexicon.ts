/** The words by which questions ask for counts, ranks and sums. English. */

const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

type Order = 'highest' | 'lowest'

/** Which end of which field: the first field that the records have is meant. */
export interface Superlative {
  readonly words: readonly string[]
  readonly order: Order
  /** Last words of field names, with the end that the superlative means there. None: the question names the field. */
  readonly hints: readonly (readonly [field: string, order: Order])[]
  /** Without a date to put in order it says something else: "first name", "the last one". */
  readonly needsDate?: boolean
}

const hinted = (order: Order, fields: string): Superlative['hints'] =>
  fields.split(' ').map((field) => [field, order] as const)
const price = 'price cost amount fee value'
const pay = 'salary income pay wage wages earnings'
const size = 'size area population amount quantity total value volume'
const dates = 'date created updated time year timestamp sold ordered released published born birthday'

const superlative = (phrase: string, order: Order, hints: Superlative['hints'] = []): Superlative => ({
  words: phrase.split(' '),
  order,
  hints,
})

/** Longer phrases first. */
export const superlatives: readonly Superlative[] = [
  superlative('most expensive', 'highest', hinted('highest', price)),
  superlative('least expensive', 'lowest', hinted('lowest', price)),
  superlative('most recent', 'highest', hinted('highest', dates)),
  superlative('most recently', 'highest', hinted('highest', dates)),
  superlative('highest rated', 'highest', hinted('highest', 'rating score stars')),
  superlative('best rated', 'highest', hinted('highest', 'rating score stars')),
  superlative('top rated', 'highest', hinted('highest', 'rating score stars')),
  superlative('lowest rated', 'lowest', hinted('lowest', 'rating score stars')),
  superlative('worst rated', 'lowest', hinted('lowest', 'rating score stars')),
  ...['best paid', 'highest paid', 'top paid'].map((phrase) => superlative(phrase, 'highest', hinted('highest', pay))),
  ...['lowest paid', 'worst paid', 'least paid'].map((phrase) => superlative(phrase, 'lowest', hinted('lowest', pay))),
  superlative('most populous', 'highest', hinted('highest', 'population inhabitants')),
  superlative('highest', 'highest'),
  superlative('largest', 'highest', hinted('highest', size)),
  superlative('biggest', 'highest', hinted('highest', size)),
  superlative('greatest', 'highest'),
  superlative('maximum', 'highest'),
  superlative('max', 'highest'),
  superlative('most', 'highest'),
  superlative('best', 'highest', hinted('highest', 'rating score rank grade')),
  superlative('priciest', 'highest', hinted('highest', price)),
  superlative('dearest', 'highest', hinted('highest', price)),
  superlative('newest', 'highest', hinted('highest', dates)),
  superlative('latest', 'highest', hinted('highest', dates)),
  superlative('longest', 'highest', hinted('highest', 'length duration distance')),
  superlative('tallest', 'highest', hinted('highest', 'height elevation')),
  superlative('heaviest', 'highest', hinted('highest', 'weight mass')),
  superlative('fastest', 'highest', [...hinted('highest', 'speed'), ...hinted('lowest', 'duration latency time')]),
  superlative('oldest', 'highest', [...hinted('highest', 'age'), ...hinted('lowest', dates)]),
  superlative('lowest', 'lowest'),
  superlative('smallest', 'lowest', hinted('lowest', size)),
  superlative('minimum', 'lowest'),
  superlative('min', 'lowest'),
  superlative('least', 'lowest'),
  superlative('fewest', 'lowest'),
  superlative('worst', 'lowest', hinted('lowest', 'rating score rank grade')),
  superlative('cheapest', 'lowest', hinted('lowest', price)),
  superlative('earliest', 'lowest', hinted('lowest', dates)),
  superlative('shortest', 'lowest', hinted('lowest', 'length height duration distance')),
  superlative('lightest', 'lowest', hinted('lowest', 'weight mass')),
  superlative('slowest', 'lowest', [...hinted('lowest', 'speed'), ...hinted('highest', 'duration latency time')]),
  { ...superlative('first', 'lowest', hinted('lowest', dates)), needsDate: true },
  { ...superlative('last', 'highest', hinted('highest', dates)), needsDate: true },
  superlative('youngest', 'lowest', [...hinted('lowest', 'age'), ...hinted('highest', dates)]),
]

/** Words that mean a field without naming it: "how old", "costs more than", "cheaper than". */
export const fieldHints: Readonly<Record<string, string>> = {
  cost: price,
  costs: price,
  costing: price,
  priced: price,
  expensive: price,
  cheap: price,
  cheaper: price,
  pricier: price,
  old: 'age',
  older: 'age',
  younger: 'age',
  tall: 'height',
  taller: 'height',
  shorter: 'height length duration',
  heavy: 'weight mass',
  heavier: 'weight mass',
  lighter: 'weight mass',
  weigh: 'weight mass',
  weighs: 'weight mass',
  weighing: 'weight mass',
  long: 'length duration',
  longer: 'length duration',
  rated: 'rating score stars',
  earn: pay,
  earns: pay,
  earning: pay,
  populous: 'population',
}

/** Where the bound is a comparative of its own: "cheaper than 10". */
export const comparatives: Readonly<Record<string, 'above' | 'below'>> = {
  cheaper: 'below',
  younger: 'below',
  shorter: 'below',
  lighter: 'below',
  pricier: 'above',
  older: 'above',
  taller: 'above',
  heavier: 'above',
  longer: 'above',
}

export const numberWords: Readonly<Record<string, number>> = Object.fromEntries(
  ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'].map(
    (word, value) => [word, value],
  ),
)

/** They mean "the records", whatever those are: nothing else has to be said. */
export const anyRecordNouns = set(`record records item items entry entries row rows object objects line lines datum data
  result results collection dataset database table store memory memories`)

/** They mean the records when something else says which. */
export const collectionNouns = set(`thing things product products order orders sale sales customer customers client
  clients employee employees worker workers ticket tickets task tasks issue issues bug bugs book books movie movies film
  films song songs event events transaction transactions invoice invoices payment payments purchase purchases people
  person persons user users account accounts member members student students project projects city cities town towns
  country countries device devices server servers service services machine machines sensor sensors reading readings
  measurement measurements shipment shipments delivery deliveries team teams company companies store stores shop shops
  car cars vehicle vehicles house houses animal animals pet pets player players game games recipe recipes course courses
  trip trips flight flights article articles post posts document documents file files one ones option options model
  models`)

/** They ask, count or connect, and say nothing about which records. */
export const functionWords = set(`list show give find tell name display enumerate get fetch return print compute
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
const residing = set(where)
const standing = set(`${where} territory office site room building branch store warehouse datacenter floor campus`)
const working =
  set(`${where} office site branch department team division company employer organization organisation unit
  role position job project group`)

/** They say where somebody lives or works, or something stands, and only fit fields that tell that. */
export const placeVerbs: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries([
  ...['live', 'lives', 'lived', 'living', 'reside', 'resides', 'residing'].map((verb) => [verb, residing]),
  ...['located', 'based', 'situated', 'placed', 'lie', 'lies'].map((verb) => [verb, standing]),
  ...['work', 'works', 'worked', 'working'].map((verb) => [verb, working]),
])

/** They stand between a field and its value. */
export const linkWords = set('is are was were of = == : equals equal to named called in as being the a an')

export const negations =
  set(`not except excluding exclude excludes besides outside non isn't aren't wasn't weren't doesn't
  don't without isnt arent`)

/** What people call the field that says what a record is. */
export const kindFields = set('type kind class category entity object record')
