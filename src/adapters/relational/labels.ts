import { createHash } from 'node:crypto'
import type { Facets } from '../../memory/memory.js'

/** Longer ones are looked up by their digest: the index need not hold whole texts. */
const longestLabel = 200

// The first character tells the three apart, whatever stands behind it.
export const tagLabel = (tag: string): string => shortened(`#${tag}`)
export const facetLabel = (key: string, value: string | number | boolean): string =>
  shortened(`.${key}=${JSON.stringify(value)}`)

/** What a filter can look a memory up by: its tags, and the plain values among its facets. */
export function labelsOf(tags: readonly string[], facets: Facets): Set<string> {
  const labels = new Set(tags.map(tagLabel))
  for (const [key, value] of Object.entries(facets)) {
    if (value === null || typeof value === 'object') continue
    labels.add(facetLabel(key, value))
  }
  return labels
}

const shortened = (label: string): string =>
  label.length <= longestLabel ? label : `~${createHash('sha256').update(label).digest('base64')}`
