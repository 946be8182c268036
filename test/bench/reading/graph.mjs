// Deep consolidation: what the graph says after a person's months were told. A part of `bench:reading`.
import { readFileSync } from 'node:fs'
import { relationTypes } from '#ww/memory/semantic/links.js'
import { table } from '../report.mjs'
import { withMind } from '../temporary-mind.mjs'
import { sharedWorlds } from './shared-worlds.mjs'

const { phrases } = JSON.parse(readFileSync(new URL('graph-types.json', import.meta.url), 'utf8'))
const patterns = phrases.map(({ pattern, ...rest }) => ({ ...rest, pattern: new RegExp(pattern, 'iu') }))

const fold = (name) =>
  name
    .toLowerCase()
    .replace(/^(?:the|our|die|der|das) /, '')
    .replace(/['’]s$/, '')
    .trim()

export async function measureReadGraph({ data, showFailures }) {
  const measured = []
  for (const world of sharedWorlds(data)) measured.push(await measureWorld(world))
  if (showFailures) process.stderr.write(describeFailures(measured))
  return `### The graph after deep consolidation\n\n${describeGraph(measured)}`
}

async function readGraph(mind) {
  const { jsonl } = await mind.call('gwt_export_memory', {})
  const memories = jsonl
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const entities = memories.filter(
    ({ kind, valid_to, state }) => kind === 'entity' && valid_to === null && state === 'active',
  )
  const names = new Map(entities.map(({ id, facets }) => [id, facets.name]))
  const edges = new Map()
  for (const { id, edges: own } of entities)
    for (const edge of own) {
      const [source, target] = [edge.source ?? id, edge.target ?? id]
      if (relationTypes.includes(edge.type) && edge.valid_to == null && names.has(source) && names.has(target))
        edges.set([source, target, edge.type].join(), {
          source: names.get(source),
          type: edge.type,
          target: names.get(target),
        })
    }
  return {
    entities: entities.map(({ facets, summary }) => ({ name: facets.name, type: facets.entity_type, summary })),
    edges: [...edges.values()],
  }
}

const measureWorld = ({ name, memories, graph }) =>
  withMind({}, async (mind) => {
    for (const { text, kind, at, session } of memories)
      await mind.call('remember', {
        text,
        kind: 'episode',
        timestamp: new Date(at).toISOString(),
        tags: [kind, session],
      })
    await mind.call('consolidate_now', { consolidation_type: 'deep' })
    const found = await readGraph(mind)
    const namesOf = ({ name, aliases = [] }) => [name, ...aliases].map(fold)
    const there = new Set(found.entities.map((entity) => fold(entity.name)))
    const missed = graph.entities.filter((entity) => !namesOf(entity).some((each) => there.has(each)))
    const wrong = graph.not_entities.filter((each) => there.has(fold(each)))
    /** Every spelling of an end of a relation. */
    const spellings = (end) => {
      const entity = graph.entities.find((each) => namesOf(each).includes(fold(end)))
      return entity === undefined ? [fold(end)] : namesOf(entity)
    }
    const triples = (list) =>
      list.flatMap(([source, phrase, target]) => {
        const mapped = patterns.find(({ pattern }) => pattern.test(phrase))
        if (mapped === undefined) return []
        const [from, to] = mapped.reversed ? [target, source] : [source, target]
        return [{ source, phrase, target, type: mapped.type, from: spellings(from), to: spellings(to) }]
      })
    const matches = (edge, { type, from, to }) =>
      edge.type === type && from.includes(fold(edge.source)) && to.includes(fold(edge.target))
    /** Whether an edge joins the two ends at all, whatever its type. */
    const joins = (edge, [source, , target]) =>
      [
        [source, target],
        [target, source],
      ].some(([a, b]) => spellings(a).includes(fold(edge.source)) && spellings(b).includes(fold(edge.target)))
    const holding = triples(graph.relations)
    const wrongly = [...graph.outdated, ...graph.false]
    const right = found.edges.filter((edge) => holding.some((triple) => matches(edge, triple)))
    const shown = wrongly.filter((triple) =>
      found.edges.some(
        (edge) => joins(edge, triple) && !right.includes(edge) && !graph.relations.some((each) => joins(edge, each)),
      ),
    )
    return {
      name,
      entities: graph.entities.length,
      missed,
      found,
      notEntities: graph.not_entities.length,
      wrong,
      holding,
      recalled: holding.filter((triple) => found.edges.some((edge) => matches(edge, triple))),
      right,
      known: found.edges.filter((edge) => graph.relations.some((each) => joins(edge, each))),
      wrongly: wrongly.length,
      shown,
    }
  })

const share = (count, of) => (of === 0 ? '–' : `${count} of ${of} (${((100 * count) / of).toFixed(0)} %)`)

function describeGraph(measured) {
  return table(
    [
      'world',
      'entities found',
      'none taken for one',
      'edges',
      'labelled and of that type',
      'labelled pairs',
      'outdated or false: shown',
    ],
    measured.map(({ name, entities, missed, notEntities, wrong, found, holding, recalled, known, wrongly, shown }) => [
      name,
      share(entities - missed.length, entities),
      share(wrong.length, notEntities),
      found.edges.length,
      share(recalled.length, holding.length),
      known.length,
      share(shown.length, wrongly),
    ]),
  )
}

const describeFailures = (measured) =>
  measured
    .flatMap(({ name, missed, wrong, found, shown, right }) => [
      `== ${name}`,
      `missed ${missed.map((each) => `${each.name}:${each.type}`).join('; ')}`,
      `wrong ${wrong.join('; ')}`,
      `shown ${shown.map((each) => each.join(' | ')).join('; ')}`,
      ...found.edges.map((edge) => `${right.includes(edge) ? '+' : ' '} ${edge.source} ${edge.type} ${edge.target}`),
    ])
    .map((line) => `${line}\n`)
    .join('')
