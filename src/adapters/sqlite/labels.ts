import type { Facets } from '../../memory/memory.js'

/** Longer values are looked at, not looked up. */
const longestLabel = 200

export const tagLabel = (tag: string): string => `#${tag}`
export const facetLabel = (key: string, value: string | number | boolean): string => `${key}=${JSON.stringify(value)}`

/** What a filter can look a memory up by: its tags, and the plain values among its facets. */
export function labelsOf(tags: readonly string[], facets: Facets): Set<string> {
  const labels = new Set(tags.map(tagLabel))
  for (const [key, value] of Object.entries(facets)) {
    if (value === null || typeof value === 'object') continue
    const label = facetLabel(key, value)
    if (label.length <= longestLabel) labels.add(label)
  }
  return labels
}
