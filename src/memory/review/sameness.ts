const number = /\p{N}+(?:[.,:]\p{N}+)*/gu
/** English, German, French, Spanish, Italian, Portuguese and Dutch. */
const negation =
  /(?<![\p{L}\p{N}])(?:not?|never|none|nobody|nothing|without|cannot|\p{L}+n['’]t|nicht|kein\p{L}{0,2}|nie|niemals|ohne|pas|jamais|aucune?|sans|nunca|ning[uú]n\p{L}?|sin|non|mai|senza|n[aã]o|sem|niet|geen|nooit|zonder)(?![\p{L}\p{N}])/giu

const sorted = (text: string, pattern: RegExp): string => (text.match(pattern) ?? []).sort().join(' ')
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** CON2: texts that differ in a number or a negation say different things, whoever says that they are the same. */
export function maySayTheSame(one: string, other: string): boolean {
  return sorted(one, number) === sorted(other, number) && count(one, negation) === count(other, negation)
}
