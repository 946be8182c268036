// `node scripts/near-tokens.mjs`: makes models/static-en-256/near.u16 from the model's vectors. Only after another model.
import { writeFileSync } from 'node:fs'
import { nearFloor } from '#ww/adapters/embedders/static/near-tokens.js'
import { loadStaticModel } from '#ww/adapters/embedders/static/static-model.js'
import { scanNear } from '#ww/adapters/embedders/static/static-token-space.js'

const file = new URL('../models/static-en-256/near.u16', import.meta.url)
const size = 30_522
// The model is not read without its lists, so it gets empty ones first.
writeFileSync(file, packNear(Array.from({ length: size }, () => new Uint16Array(0))))
const model = await loadStaticModel()
const lists = model.vocabulary.map((_, token) => scanNear(model, token, nearFloor).tokens)
writeFileSync(file, packNear(lists))
process.stdout.write(`${lists.reduce((sum, { length }) => sum + length, 0)} neighbours of ${lists.length} tokens\n`)

/** How long each token's list is, then the lists. */
function packNear(lists) {
  return Uint16Array.from([...lists.map(({ length }) => length), ...lists.flatMap((list) => [...list])])
}
