import { open, readFile } from 'node:fs/promises'
import { endianness } from 'node:os'
import { WorldWeaverError } from '../../../errors.js'
import { createInt8Matrix, type Int8Matrix } from '../../kernel/int8-matrix.js'
import { modelsFolder } from '../models-folder.js'
import { type NearLists, readNear } from './near-tokens.js'
import { readPieceTables } from './piece-table.js'
import { readVocabulary, type Vocabulary } from './vocabulary.js'
import { createWordPiece, type WordPiece } from './word-piece.js'

export const staticModelName = 'static-en-256'
export const staticModelVersion = 1
export const staticModelDimensions = 256

/** One vector per token, and texts as the sum of their tokens. `models/static-en-256/MODEL_CARD.md` describes how it was made. */
export interface StaticModel {
  readonly vocabulary: Vocabulary
  readonly wordPiece: WordPiece
  /** One row per token: its vector up to a positive scale. */
  readonly tokenRows: Int8Matrix
  readonly neighbours: NearLists
  /** Σ of the token vectors, of length 1; zero for a text without meaning. */
  vectorOf(text: string): Float32Array
  vectorOfTokens(tokens: Uint16Array): Float32Array
}

const incomplete = `The embedding model ${staticModelName} is incomplete. Reinstall World Weaver: npm install -g world-weaver@latest`

let loading: Promise<StaticModel> | undefined

/** Loads the model on the first call; the whole process shares it. */
export function loadStaticModel(): Promise<StaticModel> {
  loading ??= readStaticModel().catch((cause: unknown) => {
    // The next caller retries: the error may be temporary, such as too many open files.
    loading = undefined
    throw new WorldWeaverError('internal_error', incomplete, { cause })
  })
  return loading
}

async function readStaticModel(): Promise<StaticModel> {
  const [tokenRows, description, spellings, slots, scales, near] = await Promise.all([
    readTokenRows(),
    ...['model.json', 'vocab.txt', 'pieces.u16', 'scales.f32', 'near.u16'].map(readModelFile),
  ])
  // model.json is part of the package; the sizes of the other files are checked against it.
  const { name, version, dimensions, vocabulary: size } = JSON.parse(description!.toString()) as Record<string, unknown>
  const vocabulary = readVocabulary(spellings!.toString().trimEnd())
  const pieces = readPieceTables(vocabulary, toUint16(slots!))
  const neighbours = readNear(toUint16(near!), vocabulary.size)
  const isComplete =
    pieces !== undefined &&
    neighbours !== undefined &&
    name === staticModelName &&
    version === staticModelVersion &&
    dimensions === staticModelDimensions &&
    vocabulary.size === size &&
    tokenRows.rows === size &&
    scales!.byteLength === size * Float32Array.BYTES_PER_ELEMENT
  if (!isComplete) throw new Error(`the files of ${staticModelName} do not match each other`)
  const wordPiece = createWordPiece(pieces)
  const weigh = createWeigher(toFloat32(scales!))
  function vectorOfTokens(all: Uint16Array): Float32Array {
    const { tokens, weights } = weigh(all)
    return toUnitLength(tokenRows.weighedSum(tokens, weights))
  }
  return {
    vocabulary,
    wordPiece,
    tokenRows,
    neighbours,
    vectorOf: (text) => vectorOfTokens(wordPiece.tokenize(text)),
    vectorOfTokens,
  }
}

/** Distinct tokens and the weights of their rows. Views, valid until the next text. */
interface Weighed {
  readonly tokens: Uint16Array
  readonly weights: Float64Array
}

/**
 * The weight of each distinct token: its scale times its count. Texts repeat words, so this halves the rows to add
 * (`npm run bench:speed`). The result is exact: a scale has a 24-bit mantissa, a row 7 bits, and the largest scale is 2⁵
 * times the smallest, so no sum of fewer than 2¹⁸ tokens is rounded.
 */
function createWeigher(scales: Float32Array): (tokens: Uint16Array) => Weighed {
  const counts = new Uint32Array(scales.length)
  const distinct = new Uint16Array(scales.length)
  const weights = new Float64Array(scales.length)
  return (tokens) => {
    let size = 0
    for (let place = 0; place < tokens.length; place++) {
      const token = tokens[place]!
      // Tokens with scale 0 carry no meaning.
      if (counts[token]!++ === 0 && scales[token] !== 0) distinct[size++] = token
    }
    for (let place = 0; place < size; place++) weights[place] = scales[distinct[place]!]! * counts[distinct[place]!]!
    for (let place = 0; place < tokens.length; place++) counts[tokens[place]!] = 0
    return { tokens: distinct.subarray(0, size), weights: weights.subarray(0, size) }
  }
}

/** Reads the vectors straight into the matrix that sums and compares them. */
async function readTokenRows(): Promise<Int8Matrix> {
  const matrix = createInt8Matrix({ dimensions: staticModelDimensions })
  const file = await open(urlOf('vectors.i8'))
  try {
    const { size } = await file.stat()
    const rows = matrix.roomForFirst(size / staticModelDimensions)
    for (let at = 0; at < size; ) {
      const { bytesRead } = await file.read(rows, at, size - at, at)
      if (bytesRead === 0) throw new Error('the file of vectors is too short')
      at += bytesRead
    }
  } finally {
    await file.close()
  }
  return matrix
}

function toUnitLength(vector: Float64Array): Float32Array {
  const unit = new Float32Array(vector.length)
  let squared = 0
  for (let i = 0; i < vector.length; i++) squared += vector[i]! * vector[i]!
  if (squared === 0) return unit
  const length = Math.sqrt(squared)
  for (let i = 0; i < vector.length; i++) unit[i] = vector[i]! / length
  return unit
}

/** The files are little-endian, as nearly every machine is. */
const isLittleEndian = endianness() === 'LE'

function toUint16(bytes: Buffer): Uint16Array {
  const { buffer, byteOffset, byteLength } = aligned(isLittleEndian ? bytes : bytes.swap16(), 2)
  return new Uint16Array(buffer, byteOffset, Math.floor(byteLength / 2))
}

function toFloat32(bytes: Buffer): Float32Array {
  const { buffer, byteOffset, byteLength } = aligned(isLittleEndian ? bytes : bytes.swap32(), 4)
  return new Float32Array(buffer, byteOffset, Math.floor(byteLength / 4))
}

/** A typed array must begin at a multiple of its element size. */
const aligned = (bytes: Buffer, size: number): Uint8Array =>
  bytes.byteOffset % size === 0 ? bytes : new Uint8Array(bytes)

const urlOf = (name: string): URL => new URL(`${staticModelName}/${name}`, modelsFolder)
const readModelFile = (name: string): Promise<Buffer> => readFile(urlOf(name))
