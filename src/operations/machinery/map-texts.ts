/**
 * Replaces the texts of a value at any depth; `field` is a text's path, such as `steps.0.action`. The keys of an object
 * are texts too; their path is the object's.
 */
export function mapTexts<Value>(value: Value, map: (text: string, field: string) => string, field = ''): Value {
  // The cast holds: texts are only replaced by texts.
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
    // Two keys that became equal stay two keys.
    while (mapped.has(name)) name += "'"
    mapped.set(name, mapAny(each, map, inner(name)))
  }
  return Object.fromEntries(mapped)
}
