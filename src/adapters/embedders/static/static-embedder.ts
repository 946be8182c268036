import { setImmediate as nextTurn } from 'node:timers/promises'
import { quantise } from '../../../memory/recall/ranking/quantise.js'
import { piecesOf } from '../../../memory/recall/text/pieces.js'
import type { Embedder } from '../../../ports/embedder.js'
import {
  loadStaticModel,
  type StaticModel,
  staticModelDimensions,
  staticModelName,
  staticModelVersion,
} from './static-model.js'

/** A few milliseconds of work. */
const charactersPerTurn = 40_000

/** A write embeds its text and its answers, and then compares them with what is stored. */
const maxRemembered = 16
const maxRememberedCharacters = 2_000

/** The default embedder: microseconds per text. The first text loads the model. */
export function createStaticEmbedder(): Embedder {
  const remembered = new Map<string, Int8Array>()
  async function quantised(text: string, model: StaticModel): Promise<Int8Array> {
    const known = remembered.get(text)
    if (known !== undefined) return known.slice()
    const vector = quantise(await vectorOf(text, model))
    if (text.length > maxRememberedCharacters) return vector
    if (remembered.size >= maxRemembered) remembered.delete(remembered.keys().next().value ?? '')
    remembered.set(text, vector.slice())
    return vector
  }
  return {
    identity: `${staticModelName}@${staticModelVersion}`,
    dimensions: staticModelDimensions,
    async embed(texts) {
      const model = await loadStaticModel()
      const vectors: Int8Array[] = []
      let read = 0
      for (const text of texts) {
        if (read + text.length > charactersPerTurn && read > 0) {
          await nextTurn()
          read = 0
        }
        read += text.length
        vectors.push(await quantised(text, model))
      }
      return vectors
    },
    async embedQuery(text) {
      const model = await loadStaticModel()
      return quantised(text, model)
    },
  }
}

/** A long text in pieces, with others let in between. */
async function vectorOf(text: string, model: StaticModel): Promise<Float32Array> {
  const pieces: Uint16Array[] = []
  for (const piece of piecesOf(text)) {
    if (piece.length === text.length) return model.vectorOf(text)
    if (pieces.length > 0) await nextTurn()
    pieces.push(model.wordPiece.tokenize(piece))
  }
  const tokens = new Uint16Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const piece of pieces) {
    tokens.set(piece, end)
    end += piece.length
  }
  return model.vectorOfTokens(tokens)
}
