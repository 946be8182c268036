import type { Embedder } from '#ww/index.js'
import { quantise } from '#ww/memory/recall/ranking/quantise.js'

const dimensions = 64

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0
  return value
}

function vectorOf(text: string): Int8Array {
  const counts = new Float32Array(dimensions)
  const padded = ` ${text.toLowerCase().replace(/\s+/g, ' ')} `
  for (let at = 0; at + 3 <= padded.length; at++) {
    const bits = hash(padded.slice(at, at + 3))
    counts[bits % dimensions]! += bits & 0x10000 ? 1 : -1
  }
  return quantise(counts)
}

/** A second real model, small and of another size than the first: character trigrams, hashed with a sign. */
export function createTrigramEmbedder({ ready = Promise.resolve() }: { ready?: Promise<void> } = {}): Embedder {
  return {
    identity: 'trigrams-64@1',
    dimensions,
    async embed(texts) {
      // Stored texts wait for it, questions do not: a test looks at the time in between.
      await ready
      return texts.map(vectorOf)
    },
    embedQuery: async (text) => vectorOf(text),
  }
}
