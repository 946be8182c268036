/** COM9: four decimals, in answers only. */
export function rounded(value: number): number
export function rounded<Values extends Readonly<Record<string, number>>>(
  values: Values,
): { [Key in keyof Values]: number }
export function rounded(value: number | Readonly<Record<string, number>>): unknown {
  if (typeof value === 'number') return Math.round(value * 10_000) / 10_000
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rounded(each)]))
}
