// `node scripts/derive-model.mjs`: makes of the model's vocabulary and vectors what would take too long at a start, and
// notes the digests. Only after another model, or another way to hold it.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { nearFloor } from '#ww/adapters/embedders/static/near-tokens.js'
import { makeSlots } from '#ww/adapters/embedders/static/piece-table.js'
import { loadStaticModel } from '#ww/adapters/embedders/static/static-model.js'
import { scanNear } from '#ww/adapters/embedders/static/static-token-space.js'
import { readVocabulary } from '#ww/adapters/embedders/static/vocabulary.js'

const fileOf = (name) => new URL(`../models/static-en-256/${name}`, import.meta.url)

const vocabulary = readVocabulary(readFileSync(fileOf('vocab.txt'), 'utf8').trimEnd())
writeFileSync(fileOf('pieces.u16'), makeSlots(vocabulary))

// The model is not read without its lists, so it gets empty ones first.
writeFileSync(fileOf('near.u16'), packNear(Array.from({ length: vocabulary.size }, () => new Uint16Array(0))))
const model = await loadStaticModel()
const lists = Array.from({ length: vocabulary.size }, (_, token) => scanNear(model, token, nearFloor).tokens)
writeFileSync(fileOf('near.u16'), packNear(lists))

const description = JSON.parse(readFileSync(fileOf('model.json'), 'utf8'))
for (const name of ['pieces.u16', 'near.u16'])
  description.sha256[name] = createHash('sha256')
    .update(readFileSync(fileOf(name)))
    .digest('hex')
writeFileSync(fileOf('model.json'), JSON.stringify(description, null, 1))
process.stdout.write(`${lists.reduce((sum, { length }) => sum + length, 0)} neighbours of ${lists.length} tokens\n`)

/** How long each token's list is, then the lists. */
function packNear(lists) {
  return Uint16Array.from([...lists.map(({ length }) => length), ...lists.flatMap((list) => [...list])])
}
