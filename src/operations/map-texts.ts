/**
 * The same value with other texts in the place of those in it, at any depth; `field` is where: `steps.0.action`. The
 * names in an object are texts, too: theirs is where the object is.
 */
export function mapTexts<Value>(value: Value, map: (text: string, field: string) => string, field = ''): Value {
  // Only texts are exchanged, for texts.
  return mapAny(value, map, field) as Value
}

function mapAny(value: unknown, map: (text: string, field: string) => string, field: string): unknown {
  if (typeof value === 'string') return map(value, field)
  if (value === null || typeof value !== 'object') return value
  const inner = (key: string | number) => (field === '' ? String(key) : `${field}.${key}`)
  if (Array.isArray(value)) return value.map((each, place) => mapAny(each, map, inner(place)))
  const mapped = new Map<string, unknown>()
  for (const [key, each] of Object.entries(value)) {
    let name = map(key, field)
    // Two that are alike now are two all the same.
    while (mapped.has(name)) name += "'"
    mapped.set(name, mapAny(each, map, inner(name)))
  }
  return Object.fromEntries(mapped)
}
