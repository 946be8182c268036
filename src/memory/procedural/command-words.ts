/** A quoted stretch stays together. No escapes: this compares commands, it does not run them. */
const word = /(?:"[^"]*"|'[^']*'|\S)+/g

/** The words of a command, or of a sentence. */
export const wordsOf = (text: string): readonly string[] => text.match(word) ?? []

/** The same text with other words in the place of its own; what stands between them stays. */
export function withWords(text: string, words: readonly string[]): string {
  let index = 0
  return text.replace(word, () => words[index++])
}

/** `--port=8080` names its value, as `PORT=8080` does. */
export function splitAssignment(word: string): readonly [name: string, value: string] | undefined {
  const [, name, value] = /^(-{0,2}[\p{L}_][\p{L}\p{N}_.-]*)=(.*)$/su.exec(word) ?? []
  return name === undefined ? undefined : [name, value]
}

export const isFlag = (word: string): boolean => /^-{1,2}[^\s\d-]/.test(word)

/** Numbers, paths, names of files, quoted texts, names in capitals: seldom what a command is about, often whom. */
export const looksLikeValue = (word: string): boolean => !isFlag(word) && /[\p{N}\p{Lu}./@~$"']/u.test(word)
