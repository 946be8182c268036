import type { NearTokens, TokenSpace } from '../../../ports/token-space.js'
import { RecentCache } from './recent-cache.js'
import { loadStaticModel, type StaticModel } from './static-model.js'

/** A few hundred bytes each. */
const cachedTokens = 4_096

let opened: { readonly model: StaticModel; readonly space: TokenSpace } | undefined

/** One for the process: its matrix takes tens of milliseconds to build, and its cache serves the next query. */
export async function openStaticTokenSpace(): Promise<TokenSpace> {
  const model = await loadStaticModel()
  if (opened?.model !== model) opened = { model, space: createStaticTokenSpace(model) }
  return opened.space
}

function createStaticTokenSpace(model: StaticModel): TokenSpace {
  const { vocabulary, wordPiece, tokenRows } = model
  const recent = new RecentCache<string, NearTokens>(cachedTokens)
  function compare(token: number): Float32Array {
    // A token's scale cancels in a cosine, so the rows serve as they are.
    const cosines = tokenRows.cosines(tokenRows.row(token))
    // Also for a token without a direction; but two words that cannot be spelled are not the same word.
    if (token !== wordPiece.unknown) cosines[token] = 1
    return cosines
  }

  return {
    tokenize: wordPiece.tokenize,
    spell: (token) => vocabulary[token]!,
    size: vocabulary.length,
    near(token, floor) {
      const key = `${token} ${floor}`
      const known = recent.find(key)
      if (known !== undefined) return known
      const near = atLeast(floor, compare(token))
      recent.keep(key, near)
      return near
    },
  }
}

function atLeast(floor: number, cosines: Float32Array): NearTokens {
  const tokens: number[] = []
  for (let token = 0; token < cosines.length; token++) if (cosines[token] >= floor) tokens.push(token)
  return { tokens: Uint16Array.from(tokens), cosines: Float32Array.from(tokens, (token) => cosines[token]) }
}
