import { quantise } from '../../../memory/recall/ranking/quantise.js'
import type { Embedder } from '../../../ports/embedder.js'
import { loadStaticModel, staticModelDimensions, staticModelName, staticModelVersion } from './static-model.js'

/** The default embedder: microseconds per text. The first text loads the model. */
export function createStaticEmbedder(): Embedder {
  return {
    identity: `${staticModelName}@${staticModelVersion}`,
    dimensions: staticModelDimensions,
    async embed(texts) {
      const model = await loadStaticModel()
      return texts.map((text) => quantise(model.vectorOf(text)))
    },
    async embedQuery(text) {
      const model = await loadStaticModel()
      return quantise(model.vectorOf(text))
    },
  }
}
