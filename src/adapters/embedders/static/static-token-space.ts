import type { TokenSpace } from '../../../ports/token-space.js'
import { createInt8Matrix, type Int8Matrix } from '../../kernel/int8-matrix.js'
import { RecentCache } from './recent-cache.js'
import { loadStaticModel, type StaticModel, staticModelDimensions } from './static-model.js'

/** About 120 kB each: the words of the last few queries. */
const cachedTokens = 64

let opened: { readonly model: StaticModel; readonly space: TokenSpace } | undefined

/** One for the process: its matrix takes tens of milliseconds to build, and its cache serves the next query. */
export async function openStaticTokenSpace(): Promise<TokenSpace> {
  const model = await loadStaticModel()
  if (opened?.model !== model) opened = { model, space: createStaticTokenSpace(model) }
  return opened.space
}

function createStaticTokenSpace(model: StaticModel): TokenSpace {
  const { vocabulary, wordPiece } = model
  const recent = new RecentCache<number, Float32Array>(cachedTokens)
  // Built on the first comparison: whoever only tokenizes does not pay for it.
  let matrix: Int8Matrix | undefined

  function compare(token: number): Float32Array {
    matrix ??= toMatrix(model)
    // A token's scale cancels in a cosine, so the rows serve as they are.
    const cosines = matrix.cosines(model.tokenRow(token))
    // Also for a token without a direction; but two words that cannot be spelled are not the same word.
    if (token !== wordPiece.unknown) cosines[token] = 1
    return cosines
  }

  return {
    tokenize: wordPiece.tokenize,
    spell: (token) => vocabulary[token]!,
    cosines(token) {
      const known = recent.find(token)
      if (known !== undefined) return known
      const cosines = compare(token)
      recent.keep(token, cosines)
      return cosines
    },
  }
}

function toMatrix({ vocabulary, tokenRow }: StaticModel): Int8Matrix {
  const matrix = createInt8Matrix({ dimensions: staticModelDimensions })
  matrix.ensureRows(vocabulary.length)
  for (let token = 0; token < vocabulary.length; token++) matrix.set(token, tokenRow(token))
  return matrix
}
