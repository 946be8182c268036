import type { Json } from '../memory.js'
import type { Parameter } from './procedure.js'

/** One value in the place of another, and what that place is called. */
export interface Difference {
  readonly ours: Json
  readonly theirs: Json
  readonly name: string
}

/** Gives differing values their names while two skills become one. */
export interface Placeholders {
  /** Whether the two are known to stand in each other's place. */
  areValues(ours: Json, theirs: Json): boolean
  /** `{{name}}`, the same for the same two values. */
  bind(difference: Difference): string
  parameters(): readonly Parameter[]
}

const pattern = /^\{\{(.+)\}\}$/s

export const isEqual = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other)

/** For a skill and another with these parameters; `known` tells of pairs that were found before. */
export function createPlaceholders(
  ours: readonly Parameter[],
  theirs: readonly Parameter[],
  known?: Pick<Placeholders, 'areValues'>,
): Placeholders {
  const values = new Map<string, readonly Json[]>(ours.map(({ name, values }) => [name, values]))
  const bound = new Map<string, string>()
  const pairKey = (one: Json, other: Json) => JSON.stringify([one, other])

  /** The name of a placeholder that these parameters explain. */
  const nameIn = (value: Json, explained: (name: string) => boolean): string | undefined => {
    const [, name] = (typeof value === 'string' && pattern.exec(value)) || []
    return name !== undefined && explained(name) ? name : undefined
  }
  const ourName = (value: Json) => nameIn(value, (name) => values.has(name))
  const theirName = (value: Json) => nameIn(value, (name) => theirs.some((each) => each.name === name))
  const theirValues = (value: Json) => theirs.find(({ name }) => name === theirName(value))?.values ?? [value]

  function choose(wanted: string): string {
    const plain =
      wanted
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '_')
        .replace(/^_+|_+$/g, '') || 'value'
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
