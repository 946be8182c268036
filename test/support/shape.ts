/** A value with its values taken out: keys and types stay, so that only a change of the wire changes it. */
export type Shape = string | readonly Shape[] | { readonly [key: string]: Shape }

const patterns: readonly (readonly [string, RegExp])[] = [
  ['id', /^(?:ep|ent|proc|note|lsn)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
  ['time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/],
]

/** A list has the shapes that its members have, each once, in the order of their first; an empty one has none. */
export function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) {
    const shapes = new Map(value.map((each) => [JSON.stringify(shapeOf(each)), shapeOf(each)]))
    return [...shapes.values()]
  }
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]))
  }
  if (value === null) return 'null'
  if (typeof value === 'string') return patterns.find(([, pattern]) => pattern.test(value))?.[0] ?? 'string'
  if (typeof value === 'number') return 'number'
  return typeof value
}
