/** What a table has for a word that somebody typed: every object has a `constructor`, and no table means that one. */
export const entryOf = <Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined
