// A program that uses the library: answers calls that its parent sends, until the parent lets go. With another model
// than ours where TEST_MODEL is "turned", slow enough to be caught at work, or stuck after so many batches.
import { setTimeout as pause } from 'node:timers/promises'
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { openWorldWeaver } from '#ww/index.js'

/** As good as the model that is turned, for every likeness stays; next to a vector of the other, it means nothing. */
function createTurnedEmbedder({ slownessMs, batches }) {
  const given = createStaticEmbedder()
  let begun = 0
  const turn = (vector) => vector.toReversed().map((component, at) => (at % 2 === 0 ? component : -component))
  return {
    identity: `turned-${given.identity}`,
    dimensions: given.dimensions,
    async embed(texts) {
      await pause(slownessMs)
      if (begun++ >= batches) await new Promise(() => {})
      return (await given.embed(texts)).map(turn)
    },
    embedQuery: async (text) => turn(await given.embedQuery(text)),
  }
}

const { TEST_MODEL, TEST_SLOWNESS_MS = '0', TEST_BATCHES = 'Infinity' } = process.env
const limits = { slownessMs: Number(TEST_SLOWNESS_MS), batches: Number(TEST_BATCHES) }
const embedder = TEST_MODEL === 'turned' ? createTurnedEmbedder(limits) : undefined
const mind = openWorldWeaver({ checksOutput: true, embedder })
process.on('message', async ({ id, name, input }) => {
  try {
    process.send({ id, answer: await mind.call(name, input) })
  } catch (error) {
    process.send({ id, error: { code: error.code, message: error.message } })
  }
})
process.once('disconnect', () => mind.close())
process.send('ready')
