/** The input of a transcript's step with the ids that earlier calls answered. */
export function fill(value: unknown, ids: ReadonlyMap<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => fill(each, ids))
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each, ids)]))
  }
  const [, called] = (typeof value === 'string' && /^\{(.+)\}$/.exec(value)) || []
  return called === undefined ? value : ids.get(called)
}
