import type { Slices } from '../../memory/slices.js'

/**
 * Replaces the texts of a value at any depth; `field` is a text's path, such as `steps.0.action`. The keys of an object
 * are texts too; their path is the object's.
 */
export function* mapTexts<Value>(value: Value, map: TextMap): Slices<Value> {
  // The cast holds: texts are only replaced by texts.
  return (yield* mapAny(value, map, '')) as Value
}

type TextMap = (text: string, field: string) => Slices<string>

function* mapAny(value: unknown, map: TextMap, field: string): Slices<unknown> {
  if (typeof value === 'string') return yield* map(value, field)
  if (value === null || typeof value !== 'object') return value
  const inner = (key: string | number) => (field === '' ? String(key) : `${field}.${key}`)
  if (Array.isArray(value)) {
    const list: unknown[] = []
    for (const [place, each] of value.entries()) list.push(yield* mapAny(each, map, inner(place)))
    return list
  }
  const mapped = new Map<string, unknown>()
  for (const [key, each] of Object.entries(value)) {
    let name = yield* map(key, field)
    // Two keys that became equal stay two keys.
    while (mapped.has(name)) name += "'"
    mapped.set(name, yield* mapAny(each, map, inner(name)))
  }
  return Object.fromEntries(mapped)
}
