/** Whether a version such as 1.10.0 comes after another. Of the same numbers, a pre-release is not newer. */
export function isNewer(version: string, other: string): boolean {
  const [own, others] = [numbersOf(version), numbersOf(other)]
  const place = own.findIndex((number, at) => number !== (others[at] ?? 0))
  return place >= 0 && own[place] > (others[place] ?? 0)
}

const numbersOf = (version: string): readonly number[] => version.split('-')[0].split('.').map(Number)
