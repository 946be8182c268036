import * as words from './words.mjs'

/*
 * Kinds of records that people keep. A date has the verb that goes with each of its names. A field has names that it may go by, and `ways`: how people say its values.
 * `amount` fields may have words that mean them: { more, less, most, least, units }.
 */
const choice = (names, ways, values, more = {}) => ({ type: 'choice', names, ways, values, ...more })
const amount = (names, from, to, places = 0, says = {}) => ({ type: 'amount', names, from, to, places, says })
const date = (names, verbs) => ({ type: 'date', names, verbs })
const flag = (names) => ({ type: 'flag', names })

const money = {
  more: ['that cost more than', 'costing more than', 'priced above'],
  less: ['that cost less than', 'cheaper than', 'priced under'],
  most: ['most expensive', 'priciest'],
  least: ['cheapest', 'least expensive'],
  howMuch: true,
}
const rated = { most: ['highest rated', 'best rated'], least: ['lowest rated', 'worst rated'] }
const title = (random) =>
  `${random.pick(['The ', 'A ', ''])}${random.pick(words.titleStarts)} ${random.pick(words.titleEnds)}`
const person = (random) => `${random.pick(words.firstNames)} ${random.pick(words.lastNames.slice(0, 15))}`
const thing = (random) => `${random.pick(words.adjectives)} ${random.pick(words.things)}`
const coded = (prefix) => (_, at) => `${prefix}${at + 1}`

const regions = ['North', 'South', 'East', 'West', 'Central']
export const staff = ['Alice Weber', 'Hugo Rossi', 'Kira Silva', 'Samir Yilmaz', 'Rosa Tanaka', 'Viktor Zimmer']

export const collections = [
  {
    nouns: ['product', 'products'],
    display: { names: ['name', 'product'], make: thing },
    fields: [
      choice(['category', 'department'], 'kind', [
        'lighting',
        'furniture',
        'textile',
        'kitchenware',
        'outdoor',
        'storage',
      ]),
      amount(['price', 'unit_price', 'cost'], 2, 900, 2, money),
      amount(['units', 'stock', 'quantity'], 0, 400, 0, { counts: true }),
      amount(['rating', 'score'], 1, 5, 1, rated),
      choice(['color', 'finish'], 'quality', ['red', 'teal', 'black', 'beige', 'olive']),
    ],
  },
  {
    nouns: ['order', 'orders'],
    display: { names: ['id', 'order_id'], make: coded('ORD-') },
    fields: [
      choice(['status', 'state'], 'quality', ['pending', 'shipped', 'delivered', 'cancelled', 'refunded']),
      choice(['region', 'territory'], 'place', regions),
      amount(['total', 'amount', 'order_value'], 5, 2500, 2, { most: ['largest', 'biggest'], least: ['smallest'] }),
      amount(['items', 'item_count'], 1, 30, 0, { counts: true }),
      date(['ordered_on', 'ordered', 'order_date'], ['ordered', 'ordered', 'ordered']),
    ],
  },
  {
    nouns: ['ticket', 'tickets'],
    display: { names: ['key', 'id'], make: coded('T-') },
    fields: [
      choice(['status', 'state'], 'quality', ['open', 'closed', 'blocked', 'in_progress']),
      choice(['priority', 'severity'], 'level', ['low', 'medium', 'high', 'urgent']),
      choice(['assignee', 'owner'], 'person', staff, { verb: { assignee: 'assigned to', owner: 'owned by' } }),
      amount(['hours', 'estimate_hours', 'effort'], 1, 80, 1),
      date(['opened', 'opened_on', 'created_at'], ['opened', 'opened', 'created']),
    ],
  },
  {
    nouns: ['employee', 'employees'],
    display: { names: ['name', 'employee', 'full_name'], make: person },
    isPeople: true,
    fields: [
      choice(['department', 'team', 'division'], 'place', [
        'Finance',
        'Legal',
        'Marketing',
        'Research',
        'Support',
        'Logistics',
      ]),
      choice(['office', 'city', 'location'], 'place', words.cities.slice(0, 7)),
      amount(['salary', 'annual_salary', 'income'], 28000, 140000, 0, {
        more: ['earning more than', 'who earn more than'],
        less: ['earning less than', 'who earn less than'],
        most: ['best paid', 'highest paid'],
        least: ['lowest paid'],
      }),
      amount(['age'], 19, 66, 0, {
        more: ['older than'],
        less: ['younger than'],
        most: ['oldest'],
        least: ['youngest'],
      }),
      flag(['remote', 'certified']),
    ],
  },
  {
    nouns: ['book', 'books'],
    display: { names: ['title', 'book'], make: title },
    fields: [
      choice(['author', 'writer'], 'maker', ['Mona Varga', 'Liam Petrov', 'Paula Rossi', 'Jonas Varga', 'Nadia Quist']),
      choice(['genre', 'category'], 'kind', ['mystery', 'fantasy', 'biography', 'poetry', 'history']),
      amount(['pages', 'page_count'], 80, 1200, 0, {
        counts: true,
        most: ['longest'],
        least: ['shortest'],
        lengthHint: false,
      }),
      amount(['year', 'published_year'], 1950, 2025, 0, { isYear: true }),
      amount(['copies', 'copies_sold'], 100, 90000, 0, { counts: true }),
    ],
  },
  {
    nouns: ['movie', 'movies'],
    display: { names: ['title', 'movie', 'film'], make: title },
    fields: [
      choice(['director'], 'maker', ['Ingrid Silva', 'Yusuf Ulrich', 'Greta Weber', 'Oskar Tanaka']),
      choice(['genre'], 'kind', ['drama', 'comedy', 'thriller', 'western', 'documentary']),
      amount(['runtime', 'duration'], 70, 210, 0, { most: ['longest'], least: ['shortest'], lengthHint: true }),
      amount(['rating', 'score'], 1, 10, 1, rated),
      date(['released', 'released_on', 'release_date'], ['released', 'released', 'released']),
    ],
  },
  {
    nouns: ['shipment', 'shipments'],
    display: { names: ['tracking', 'code'], make: coded('SHP') },
    fields: [
      choice(['carrier', 'shipper'], 'maker', ['Postnord', 'Ferrocargo', 'Skylift', 'Dashbox']),
      choice(['status', 'stage'], 'quality', ['pending', 'delayed', 'delivered', 'lost', 'in transit']),
      choice(['destination', 'delivery_city'], 'place', words.cities.slice(4, 12)),
      amount(['weight', 'weight_kg'], 0.2, 60, 2, {
        more: ['heavier than', 'weighing more than'],
        less: ['lighter than', 'weighing less than'],
        most: ['heaviest'],
        least: ['lightest'],
      }),
      amount(['fee', 'shipping_cost'], 3, 180, 2),
    ],
  },
  {
    nouns: ['server', 'servers'],
    display: {
      names: ['hostname', 'server', 'host'],
      make: (random, at) => `${random.pick(['web', 'db', 'cache', 'queue'])}-${at + 1}`,
    },
    fields: [
      choice(['environment', 'env'], 'quality', ['production', 'staging', 'testing']),
      choice(['zone', 'datacenter'], 'place', ['eu-1', 'eu-2', 'us-1', 'ap-3']),
      amount(['cores', 'cpu_cores'], 2, 96, 0, { counts: true }),
      amount(['memory_gb', 'ram'], 4, 768, 0),
      amount(['latency', 'latency_ms'], 1, 300, 1, { most: ['slowest'], least: ['fastest'] }),
    ],
  },
  {
    nouns: ['house', 'houses'],
    display: {
      names: ['address', 'house'],
      make: (random) => `${1 + random.below(400)} ${random.pick(words.titleEnds)} Street`,
    },
    fields: [
      choice(['district', 'neighborhood'], 'place', ['Riverside', 'Oldtown', 'Hillcrest', 'Docklands', 'Greenfield']),
      amount(['rent', 'monthly_rent'], 400, 4800, 0),
      amount(['bedrooms', 'rooms'], 1, 7, 0, { counts: true }),
      amount(['area', 'floor_area'], 25, 320, 1, { most: ['largest', 'biggest'], least: ['smallest'] }),
      flag(['furnished', 'vacant']),
    ],
  },
  {
    nouns: ['student', 'students'],
    display: { names: ['name', 'student'], make: person },
    isPeople: true,
    fields: [
      choice(['course', 'major'], 'place', ['Biology', 'Physics', 'Philosophy', 'Economics', 'Linguistics']),
      amount(['grade', 'gpa'], 1, 4, 2, { most: [], least: [] }),
      amount(['credits', 'credit_points'], 0, 240, 0, { counts: true }),
      amount(['age'], 17, 40, 0, {
        more: ['older than'],
        less: ['younger than'],
        most: ['oldest'],
        least: ['youngest'],
      }),
      choice(['semester', 'term'], 'place', ['spring', 'summer', 'autumn', 'winter']),
    ],
  },
  {
    nouns: ['invoice', 'invoices'],
    display: { names: ['number', 'invoice_no', 'id'], make: coded('INV-') },
    fields: [
      choice(['vendor', 'supplier'], 'maker', ['Acmecorp', 'Brightline', 'Corvex', 'Deltaplan', 'Everstone']),
      choice(['currency'], 'level', ['EUR', 'USD', 'CHF', 'NOK']),
      amount(['amount', 'net_amount', 'total'], 10, 9000, 2, { most: ['largest', 'biggest'], least: ['smallest'] }),
      choice(['status', 'payment_status'], 'quality', ['paid', 'unpaid', 'overdue', 'disputed']),
      date(['due', 'due_date', 'due_on'], ['due', 'due', 'due']),
    ],
  },
  {
    nouns: ['recipe', 'recipes'],
    display: {
      names: ['title', 'recipe', 'name'],
      make: (random) =>
        `${random.pick(words.titleStarts)} ${random.pick(['Soup', 'Stew', 'Pie', 'Salad', 'Curry', 'Risotto', 'Tart', 'Casserole', 'Gratin', 'Bake', 'Chowder', 'Pilaf', 'Goulash', 'Noodles', 'Dumplings', 'Pancake', 'Omelette', 'Roast', 'Skewers', 'Ragout'])}`,
    },
    fields: [
      choice(['cuisine'], 'kind', ['italian', 'thai', 'mexican', 'french', 'indian']),
      amount(['calories', 'energy_kcal'], 90, 1400, 0, { counts: true }),
      amount(['minutes', 'prep_minutes'], 5, 240, 0, { counts: true }),
      amount(['servings'], 1, 12, 0, { counts: true }),
      flag(['vegetarian', 'spicy']),
    ],
  },
]
