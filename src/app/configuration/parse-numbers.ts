import { invalid } from '../../errors.js'

interface Bound {
  readonly min: number
  readonly max: number
}

/**
 * Parses "age=365,valence=0.3". Every name must be known and every number within its bounds; a name without a default
 * must be given.
 */
export function numbersIn<Name extends string>(
  variable: string,
  text: string,
  bounds: Readonly<Record<Name, Bound>>,
  defaults: Partial<Readonly<Record<Name, number>>> = {},
): Record<Name, number> {
  const names = Object.keys(bounds) as Name[]
  const example = names.map((name) => `${name}=${defaults[name] ?? bounds[name].max}`).join(',')
  const refuse = (problem: string) => invalid(variable, `${variable}: ${problem}. An example: ${example}`)
  const given: Partial<Record<Name, number>> = { ...defaults }
  for (const part of text.split(',')) {
    const [name, value, ...rest] = part.trim().split('=')
    const known = names.find((each) => each === name)
    if (known === undefined || rest.length > 0) throw refuse(`"${part.trim()}" is not one of ${names.join(', ')}`)
    const number = value === undefined || value.trim() === '' ? Number.NaN : Number(value)
    const { min, max } = bounds[known]
    if (!(number >= min && number <= max)) throw refuse(`${known} must be a number from ${min} to ${max}`)
    given[known] = number
  }
  const missing = names.find((name) => given[name] === undefined)
  if (missing !== undefined) throw refuse(`${missing} is missing`)
  return given as Record<Name, number>
}
