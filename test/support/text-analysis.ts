import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { openStaticTokenSpace } from '#ww/adapters/embedders/static/static-token-space.js'
import { analyseText } from '#ww/memory/recall/text/analyse-text.js'
import { toAnswerIndex } from '#ww/memory/recall/text/answer-index.js'
import type { TextIndex } from '#ww/memory/recall/text/text-index.js'
import type { IndexedAnswer, StoredVector } from '#ww/ports/store/write.js'

const embedder = createStaticEmbedder()
const tokenSpace = openStaticTokenSpace()
const known = new Map<string, Promise<{ index: TextIndex; vector: StoredVector }>>()

/** The model that `vectorOf` and the builders embed with. */
export const model = embedder.identity

/** As the product does it, once for each text: tests store the same one by the thousand. */
export function analyse(text: string): Promise<{ index: TextIndex; vector: StoredVector }> {
  let analysed = known.get(text)
  if (analysed === undefined) {
    analysed = tokenSpace.then(async (space) => {
      const [values] = await embedder.embed([text])
      return { index: await analyseText(text, space), vector: { model, values: values! } }
    })
    known.set(text, analysed)
  }
  return analysed
}

export const vectorOf = async (text: string): Promise<StoredVector> => (await analyse(text)).vector
/** The index of a question that a memory answers. */
export async function answerOf(question: string): Promise<IndexedAnswer> {
  const { index, vector } = await analyse(question)
  return { index: toAnswerIndex(index), vector }
}

export const answersOf = (...questions: readonly string[]): Promise<IndexedAnswer[]> =>
  Promise.all(questions.map(answerOf))

export const indexOf = async (text: string): Promise<TextIndex> => (await analyse(text)).index
