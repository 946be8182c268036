import { shuffle } from './records.mjs'
import { relations } from './relations.mjs'
import * as words from './words.mjs'

const every = (lists) => lists.reduce((all, list) => all.flatMap((start) => list.map((end) => start + end)), [''])
const pairs = (starts, ends) => starts.flatMap((start) => ends.map((end) => `${start} ${end}`))

/** Nodes of each type with their links; the triples as they are stored, in texts or as typed edges of entities. */
export function makeGraph(random, knownPeople) {
  const some = (list, count) => shuffle(random, list).slice(0, count)
  const coined = shuffle(random, every(words.syllables))
  const nodes = {
    service: coined.slice(0, 120),
    team: words.birds.map((bird) => `Team ${bird}`),
    // Some have records, too; of those, no record says where they live.
    person: [...knownPeople, ...some(pairs(words.firstNames, words.lastNames.slice(15)), 140)],
    // Parcels go to some of them; nobody's record says that it lives or stands there.
    city: words.cities.slice(7),
    country: words.countries.slice(0, 8),
    datacenter: coined.slice(120, 130).map((name, at) => `${name}-DC${at + 1}`),
    language: words.languages,
    company: words.firms,
    module: some(
      pairs(
        ['Signal', 'Vector', 'Lattice', 'Prism', 'Beacon', 'Cipher', 'Delta'],
        ['Parser', 'Router', 'Broker', 'Planner', 'Encoder', 'Cache'],
      ),
      40,
    ),
    library: some(
      coined.slice(130).map((name) => `lib${name.toLowerCase()}`),
      30,
    ),
    system: pairs(['Harvest', 'Mercury', 'Summit', 'Cascade'], ['Suite', 'Engine', 'Gateway']),
    artifact: pairs(['Weekly', 'Monthly', 'Raw', 'Signed'], ['Digest', 'Manifest', 'Snapshot', 'Bundle', 'Ledger']),
  }
  const links = relations.flatMap((relation) => linksOf(random, relation, nodes))
  const spelled = new Map(
    relations.map(({ id, stored }) => [id, stored === undefined ? undefined : random.pick(stored)]),
  )
  return { nodes, links, spelled }
}

/** One subject or object each where the relation says so; elsewhere some branch. */
function linksOf(random, relation, nodes) {
  const [subjects, objects] = [nodes[relation.from], nodes[relation.to]]
  const links = new Map()
  const add = (subject, object) => {
    if (subject !== object) links.set(`${subject}>${object}`, { relation, subject, object })
  }
  if (relation.isOneToOne) {
    const shuffled = shuffle(random, subjects)
    for (const [at, object] of objects.entries()) add(shuffled[at], object)
  } else if (relation.on.isPlural && relation.fanOut === undefined && !relation.back.isPlural) {
    // Everything has one of these: each service one team, each company one supplier.
    for (const object of objects) add(random.pick(subjects), object)
  } else if (!relation.back.isPlural) {
    for (const object of objects) if (random.next() < 0.9) add(random.pick(subjects), object)
  } else {
    for (const [at, subject] of subjects.entries()) {
      if (random.next() < 0.1) continue
      const count = 1 + random.below(relation.fanOut ?? 1)
      for (let each = 0; each < count; each++) {
        // Within one type only onwards, so that no path turns in a circle.
        const later = relation.from === relation.to ? objects.slice(at + 1) : objects
        if (later.length > 0) add(subject, random.pick(later))
      }
    }
  }
  return [...links.values()]
}

/** Texts that hold the triples, in the ways that people draw arrows; the others are edges of entities. */
export function writeGraph(random, { links, spelled }) {
  const contents = []
  const drawn = shuffle(
    random,
    links.filter(({ relation }) => relation.edge === undefined),
  )
  for (let from = 0; from < drawn.length; ) {
    const count = random.next() < 0.7 ? 1 : 2 + random.below(3)
    const arrow = random.pick([' -> ', ' -> ', ' → ', ' --> '])
    const lines = drawn.slice(from, from + count).map(({ relation, subject, object }) => {
      const { name, isTurned } = spelled.get(relation.id)
      return (isTurned ? [object, name, subject] : [subject, name, object]).join(arrow)
    })
    const isList = lines.length > 1
    contents.push(
      (isList && random.next() < 0.3 ? 'What we know:\n' : '') +
        lines.map((line) => (isList ? `- ${line}` : line)).join('\n'),
    )
    from += count
  }
  const typed = links.filter(({ relation }) => relation.edge !== undefined)
  const names = new Set(typed.flatMap(({ subject, object }) => [subject, object]))
  const entities = [...names].map((name) => ({
    name,
    content: `${name}: noted by the architects, nothing more to say here.`,
    edges: typed
      .filter(({ subject }) => subject === name)
      .map(({ relation, object }) => ({ type: relation.edge, target: object })),
  }))
  return { contents, entities }
}
