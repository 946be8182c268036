import type { NearTokens, TokenSpace } from '../../../ports/token-space.js'
import { loadStaticModel, type StaticModel } from './static-model.js'
import { spellingOf } from './vocabulary.js'

let opened: { readonly model: StaticModel; readonly space: TokenSpace } | undefined

/** Shared by the process. */
export async function openStaticTokenSpace(): Promise<TokenSpace> {
  const model = await loadStaticModel()
  if (opened?.model !== model) opened = { model, space: createStaticTokenSpace(model) }
  return opened.space
}

function createStaticTokenSpace(model: StaticModel): TokenSpace {
  const { vocabulary, wordPiece, tokenRows, neighbours } = model
  return {
    tokenize: wordPiece.tokenize,
    spell: (token) => spellingOf(vocabulary, token),
    size: vocabulary.size,
    near(token, floor) {
      if (floor < neighbours.floor) return scanNear(model, token, floor)
      const tokens = neighbours.of(token)
      const cosines = tokenRows.cosinesOf(tokenRows.row(token), Int32Array.from(tokens))
      const itself = tokens.indexOf(token)
      if (itself >= 0 && token !== wordPiece.unknown) cosines[itself] = 1
      return floor === neighbours.floor ? { tokens, cosines } : atLeast(floor, cosines, tokens)
    },
  }
}

/** Finds neighbours by comparing every token; also used to make the precomputed lists. */
export function scanNear({ tokenRows, wordPiece }: StaticModel, token: number, floor: number): NearTokens {
  // A token's scale cancels in a cosine, so the rows need no scaling.
  const cosines = tokenRows.cosines(tokenRows.row(token))
  // Also for a token with a zero vector; but two unknown words are not the same word.
  if (token !== wordPiece.unknown) cosines[token] = 1
  return atLeast(floor, cosines)
}

function atLeast(floor: number, cosines: Float32Array, tokens?: Uint16Array): NearTokens {
  const places: number[] = []
  for (let place = 0; place < cosines.length; place++) if (cosines[place] >= floor) places.push(place)
  return {
    tokens: Uint16Array.from(places, (place) => tokens?.[place] ?? place),
    cosines: Float32Array.from(places, (place) => cosines[place]),
  }
}
