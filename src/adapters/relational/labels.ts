import { createHash } from 'node:crypto'
import type { Facets } from '../../memory/memory.js'

/** Longer labels are replaced by a digest, so that the index does not hold whole texts. */
const maxLength = 200

// The first character tells tags (#), facets (.) and digests (~) apart.
export const tagLabel = (tag: string): string => shortened(`#${tag}`)
export const facetLabel = (key: string, value: string | number | boolean): string =>
  shortened(`.${key}=${JSON.stringify(value)}`)

/** The labels by which filters find a memory: its tags, and the plain values of its facets. */
export function labelsOf(tags: readonly string[], facets: Facets): Set<string> {
  const labels = new Set(tags.map(tagLabel))
  for (const [key, value] of Object.entries(facets)) {
    if (value === null || typeof value === 'object') continue
    labels.add(facetLabel(key, value))
  }
  return labels
}

const shortened = (label: string): string =>
  label.length <= maxLength ? label : `~${createHash('sha256').update(label).digest('base64')}`
