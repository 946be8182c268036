import type { Json } from '../../memory.js'
import type { Parameter } from '../procedure.js'

/** Two differing values and the name of their parameter. */
export interface Difference {
  readonly ours: Json
  readonly theirs: Json
  readonly name: string
}

/** Names the differing values while two skills are merged. */
export interface Placeholders {
  /** Whether the two are known values of one parameter. */
  areValues(ours: Json, theirs: Json): boolean
  /** Returns `{{name}}`, the same for the same two values. */
  bind(difference: Difference): string
  parameters(): readonly Parameter[]
}

const pattern = /^\{\{(.+)\}\}$/s

export const isEqual = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other)

/** For two skills with these parameters; `known` has the pairs of an earlier pass. */
export function createPlaceholders(
  ours: readonly Parameter[],
  theirs: readonly Parameter[],
  known?: Pick<Placeholders, 'areValues'>,
): Placeholders {
  const values = new Map<string, readonly Json[]>(ours.map(({ name, values }) => [name, values]))
  const bound = new Map<string, string>()
  const pairKey = (one: Json, other: Json) => JSON.stringify([one, other])

  /** The name in a placeholder, if it is a known parameter. */
  const nameIn = (value: Json, isParameter: (name: string) => boolean): string | undefined => {
    const [, name] = (typeof value === 'string' && pattern.exec(value)) || []
    return name !== undefined && isParameter(name) ? name : undefined
  }
  const ourName = (value: Json) => nameIn(value, (name) => values.has(name))
  const theirName = (value: Json) => nameIn(value, (name) => theirs.some((each) => each.name === name))
  const theirValues = (value: Json) => theirs.find(({ name }) => name === theirName(value))?.values ?? [value]

  function choose(wanted: string): string {
    const plain =
      wanted
        .replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '_')
        .replace(/^_+|(?<!_)_+$/g, '') || 'value'
    let name = plain
    for (let count = 2; values.has(name); count++) name = `${plain}_${count}`
    return name
  }

  return {
    areValues: (one, other) =>
      ourName(one) !== undefined ||
      theirName(other) !== undefined ||
      bound.has(pairKey(one, other)) ||
      (known?.areValues(one, other) ?? false),
    bind({ ours: one, theirs: other, name: wanted }) {
      const key = pairKey(one, other)
      const name = ourName(one) ?? bound.get(key) ?? choose(wanted)
      bound.set(key, name)
      const before = values.get(name) ?? [one]
      const more = theirValues(other).filter((value) => !before.some((each) => isEqual(each, value)))
      values.set(name, [...before, ...more])
      return `{{${name}}}`
    },
    parameters: () => [...values].map(([name, values]) => ({ name, values })),
  }
}
