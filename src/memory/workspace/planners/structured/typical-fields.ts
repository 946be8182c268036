/**
 * GWT19: fields by which records are known for what they are, when nothing calls them so. Two strong fields, or a strong
 * one and a weak one, tell a kind; weak ones alone tell nothing.
 */
interface TypicalFields {
  readonly nouns: string
  readonly strong: string
  readonly weak: string
}

const typical: readonly TypicalFields[] = [
  {
    nouns: 'product article',
    strong: 'price stock units sku brand',
    weak: 'category color colour finish quantity cost score rating department',
  },
  {
    nouns: 'order',
    strong: 'order ordered items',
    weak: 'customer total status state region territory value shipped item',
  },
  { nouns: 'sale', strong: 'sold units', weak: 'region product amount price customer' },
  {
    nouns: 'ticket issue bug',
    strong: 'priority severity assignee reporter',
    weak: 'status state opened hours effort estimate created owner',
  },
  { nouns: 'task todo', strong: 'assignee priority effort', weak: 'status due done owner deadline' },
  {
    nouns: 'employee worker colleague person people staff member',
    strong: 'salary role age hired email birthday job',
    weak: 'department team division manager city office location start phone income remote certified name employee',
  },
  {
    nouns: 'book novel',
    strong: 'author isbn pages writer publisher',
    weak: 'genre title copies year published category page',
  },
  {
    nouns: 'movie film',
    strong: 'director runtime cast',
    weak: 'genre title released release rating score year duration',
  },
  { nouns: 'song album track', strong: 'artist album', weak: 'title duration genre year length' },
  {
    nouns: 'shipment parcel delivery package',
    strong: 'carrier shipper tracking destination',
    weak: 'weight fee status stage shipping delivery',
  },
  {
    nouns: 'server machine host',
    strong: 'hostname host cores ram cpu',
    weak: 'memory zone environment env datacenter latency ip',
  },
  {
    nouns: 'house flat apartment home',
    strong: 'rent bedrooms',
    weak: 'rooms area address district neighborhood furnished vacant floor',
  },
  {
    nouns: 'student pupil',
    strong: 'gpa grade semester',
    weak: 'credits course major age term name school credit student',
  },
  {
    nouns: 'invoice bill',
    strong: 'invoice vendor due net',
    weak: 'amount currency status number supplier paid total payment',
  },
  {
    nouns: 'payment transaction expense purchase',
    strong: 'paid merchant payee',
    weak: 'amount category date account cost price',
  },
  {
    nouns: 'recipe dish',
    strong: 'cuisine servings calories ingredients',
    weak: 'minutes prep vegetarian spicy title energy',
  },
  { nouns: 'city town', strong: 'population mayor', weak: 'country region area city' },
  { nouns: 'country state', strong: 'capital population continent', weak: 'area currency language country' },
  { nouns: 'car vehicle', strong: 'mileage plate fuel', weak: 'make model year color' },
  { nouns: 'project', strong: 'budget milestone', weak: 'owner status deadline due lead client start project' },
  { nouns: 'customer client', strong: 'customer client plan', weak: 'email phone address company segment city' },
  { nouns: 'event meeting appointment', strong: 'venue attendees', weak: 'date time place location topic' },
  { nouns: 'plant', strong: 'water soil light', weak: 'room height pot' },
  { nouns: 'pet animal', strong: 'species breed', weak: 'age owner weight' },
  { nouns: 'run ride hike workout', strong: 'distance pace', weak: 'minutes duration route date time' },
  { nouns: 'flight', strong: 'airline departure arrival', weak: 'origin destination gate' },
  { nouns: 'game match', strong: 'opponent score', weak: 'date players result' },
  { nouns: 'wine', strong: 'vintage grape', weak: 'region country price' },
  { nouns: 'device sensor', strong: 'serial firmware reading', weak: 'model battery location' },
]

interface Typical {
  readonly nouns: ReadonlySet<string>
  readonly strong: ReadonlySet<string>
  readonly weak: ReadonlySet<string>
}

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.split(' '))
const kinds: readonly Typical[] = typical.map(({ nouns, strong, weak }) => ({
  nouns: wordsOf(nouns),
  strong: wordsOf(strong),
  weak: wordsOf(weak),
}))

const leastScore = 3

/** Whether records with these fields are what the noun says, rather than anything else. */
export function areTypicalOf(noun: string, keys: readonly string[]): boolean {
  const own = kinds.filter(({ nouns }) => nouns.has(noun)).map((kind) => scoreOf(kind, keys))
  const best = Math.max(0, ...kinds.map((kind) => scoreOf(kind, keys)))
  return own.some((score) => score >= leastScore && score === best)
}

const scoreOf = ({ strong, weak }: Typical, keys: readonly string[]): number =>
  keys.reduce((sum, key) => {
    const words = key.split(' ')
    return sum + (words.some((word) => strong.has(word)) ? 2 : words.some((word) => weak.has(word)) ? 1 : 0)
  }, 0)

const personNouns = kinds
  .filter(({ nouns }) => nouns.has('person') || nouns.has('student'))
  .map(({ nouns }) => [...nouns][0])

/** "Who" asks for people. */
export const arePeople = (keys: readonly string[]): boolean => personNouns.some((noun) => areTypicalOf(noun, keys))

/** Nouns for people, where a label or a type says what the records are. */
export const isPersonNoun = (noun: string): boolean =>
  kinds.some(({ nouns }) => (nouns.has('person') || nouns.has('student') || nouns.has('customer')) && nouns.has(noun))
