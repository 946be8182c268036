import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { nearFloor } from '#ww/adapters/embedders/static/near-tokens.js'
import { makeSlots } from '#ww/adapters/embedders/static/piece-table.js'
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { loadStaticModel, type StaticModel } from '#ww/adapters/embedders/static/static-model.js'
import { openStaticTokenSpace, scanNear } from '#ww/adapters/embedders/static/static-token-space.js'
import { cosine } from '#ww/memory/recall/ranking/cosine.js'
import type { TokenSpace } from '#ww/ports/token-space.js'

interface Golden {
  readonly tolerance: number
  readonly cases: readonly {
    readonly text: string
    readonly ids: readonly number[]
    readonly vector: readonly number[]
  }[]
  /** Of every case with every case. */
  readonly cosine: readonly (readonly number[])[]
}

const modelFile = (name: string): Buffer => readFileSync(new URL(`../../models/static-en-256/${name}`, import.meta.url))
const golden = JSON.parse(modelFile('golden.json').toString()) as Golden
const texts = golden.cases.map(({ text }) => text)
/** What rounding to int8 may change in a cosine: half a step of 1/127 on each of the components, independently. */
const quantisationTolerance = 0.01

function expectWithin(actual: ArrayLike<number>, expected: readonly number[], tolerance: number): void {
  expect(actual.length).toBe(expected.length)
  expected.forEach((value, i) => {
    expect(Math.abs(actual[i]! - value)).toBeLessThanOrEqual(tolerance)
  })
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0)
}

let model: StaticModel
let space: TokenSpace

beforeAll(async () => {
  model = await loadStaticModel()
  space = await openStaticTokenSpace()
})

describe('static-en-256', () => {
  test('the files are those that the golden values were made with', () => {
    const { sha256 } = JSON.parse(modelFile('model.json').toString()) as { sha256: Record<string, string> }
    for (const [name, expected] of Object.entries(sha256)) {
      expect(createHash('sha256').update(modelFile(name)).digest('hex'), name).toBe(expected)
    }
  })

  test('[REC1] the slots of its pieces are those of its vocabulary', () => {
    expect(modelFile('pieces.u16')).toEqual(Buffer.from(makeSlots(model.vocabulary).buffer))
  })

  test('is read once', () => {
    expect(loadStaticModel()).toBe(loadStaticModel())
  })

  test.each(golden.cases)('[REC1] token ids of "$text"', ({ text, ids }) => {
    expect(Array.from(space.tokenize(text))).toEqual(ids)
  })

  test.each(golden.cases)('[REC3] vector of "$text"', ({ text, vector }) => {
    expectWithin(model.vectorOf(text), vector, golden.tolerance)
  })

  test('[REC3] cosines of every pair', () => {
    const vectors = texts.map((text) => model.vectorOf(text))
    golden.cosine.forEach((row, i) => {
      expectWithin(
        vectors.map((vector) => dot(vectors[i]!, vector)),
        row,
        golden.tolerance,
      )
    })
  })
})

describe('static embedder', () => {
  test('names its model and its size before it is loaded', () => {
    const { identity, dimensions } = createStaticEmbedder()
    expect({ identity, dimensions }).toEqual({ identity: 'static-en-256@1', dimensions: 256 })
  })

  test('[REC3] keeps the cosines through int8', async () => {
    const vectors = await createStaticEmbedder().embed(texts)
    golden.cosine.forEach((row, i) => {
      expectWithin(
        vectors.map((vector) => cosine(vectors[i]!, vector)),
        row,
        quantisationTolerance,
      )
    })
  })

  test('a question is embedded as a statement is', async () => {
    const embedder = createStaticEmbedder()
    expect([await embedder.embedQuery(texts[1]!)]).toEqual(await embedder.embed([texts[1]!]))
  })

  test('a text without meaning is all zeros', async () => {
    expect(await createStaticEmbedder().embed(['', ' \n'])).toEqual([new Int8Array(256), new Int8Array(256)])
  })
})

describe('static token space', () => {
  const tokenOf = (word: string): number => space.tokenize(word)[0]!

  test('spells tokens as the vocabulary does', () => {
    expect(Array.from(space.tokenize('spreadsheets'), space.spell)).toEqual(['spreads', '##hee', '##ts'])
  })

  /** 0 where the other is not among the near ones. */
  function cosineOf(token: number, other: number, floor = 0.35): number {
    const { tokens, cosines } = space.near(token, floor)
    return cosines[tokens.indexOf(other)] ?? 0
  }

  test('[REC4] related words are near, unrelated words far', () => {
    expect(cosineOf(tokenOf('hiking'), tokenOf('trail'))).toBeGreaterThan(0.35)
    expect(cosineOf(tokenOf('hiking'), tokenOf('invoice'))).toBe(0)
    expect(cosineOf(tokenOf('hiking'), tokenOf('invoice'), -1)).toBeLessThan(0.35)
  })

  test('[REC4] an identical token is exactly 1, without a direction of its own too', () => {
    for (const token of [0, 1, tokenOf('hiking'), tokenOf('?')]) expect(cosineOf(token, token)).toBe(1)
  })

  test('[REC4] an unknown word is like no word, not even like another unknown word', () => {
    const unknown = tokenOf('们')
    expect(space.spell(unknown)).toBe('[UNK]')
    expect(space.near(unknown, 0.01).tokens).toHaveLength(0)
  })

  test('[REC4] is symmetric', () => {
    const [dog, puppy] = [tokenOf('dog'), tokenOf('puppy')]
    expect(cosineOf(dog, puppy)).toBe(cosineOf(puppy, dog))
    expect(cosineOf(dog, puppy)).toBeGreaterThan(0)
  })

  test('[REC5] the lists of near tokens are what a look at the whole vocabulary finds, to the bit', () => {
    for (let token = 0; token < model.vocabulary.size; token += 97) {
      expect(space.near(token, nearFloor)).toEqual(scanNear(model, token, nearFloor))
    }
    const [word] = space.tokenize('harbour')
    expect(space.near(word!, 0.5)).toEqual(scanNear(model, word!, 0.5))
    expect(space.near(word!, 0.3)).toEqual(scanNear(model, word!, 0.3))
  })
})
