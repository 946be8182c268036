import { createRandom } from '../numbers.mjs'
import { staff } from './collections.mjs'
import { makeGraph, writeGraph } from './graph-world.mjs'
import { makeLookalike, makeProse } from './prose.mjs'
import { chooseCollections, makeRecords, shuffle, writeRecords } from './records.mjs'

const memoryCount = 10_000
const recordsPerCollection = 750
const lookalikeCount = 1_000

/**
 * A mixed store: records of eight kinds, prose, prose that looks like a record, arrows and typed edges. A memory is
 * { id, content, name?, edges }: a name makes it an entity, whose edges lead to others by their names.
 */
export function makeWorld(seed, size = memoryCount) {
  const random = createRandom(seed)
  const share = size / memoryCount
  const collections = chooseCollections(random).map((collection) => {
    // No two kinds of one size.
    const count = Math.ceil(recordsPerCollection * share * (0.6 + 0.8 * random.next()))
    return { ...collection, records: makeRecords(random, collection, count) }
  })
  for (const collection of collections) for (const record of collection.records) record.collection = collection
  const graph = makeGraph(random, staff)
  const fields = collections.flatMap((collection) => collection.fields.filter(({ values }) => values !== undefined))
  const people = graph.nodes.person
  const nodes = [...graph.nodes.service, ...graph.nodes.company]

  const written = collections.flatMap((collection) => writeRecords(random, collection, collection.records))
  const { contents, entities } = writeGraph(random, graph)
  const lookalikes = Array.from({ length: Math.ceil(lookalikeCount * share) }, () =>
    makeLookalike(random, { people, fields }),
  )
  const drafts = [
    ...written.map(({ content, records }) => ({ content, records })),
    ...contents.map((content) => ({ content })),
    ...entities,
    ...lookalikes.map((content) => ({ content, isProse: true })),
  ]
  while (drafts.length < size) drafts.push({ content: makeProse(random, { people, nodes, fields }), isProse: true })

  const memories = shuffle(random, drafts).map(({ content, name, edges = [], records = [], isProse = false }, at) => {
    const id = `m${String(at).padStart(6, '0')}`
    for (const [ordinal, record] of records.entries()) Object.assign(record, { memoryId: id, ordinal })
    return { id, content, name, edges, isProse, recordCount: records.length }
  })
  return { random, collections, graph, memories, records: collections.flatMap(({ records }) => records) }
}
