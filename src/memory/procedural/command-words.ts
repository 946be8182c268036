/** Quoted text is one word. Escapes are ignored, since commands are compared, not run. */
const word = /(?:"[^"]*"|'[^']*'|\S)+/g

/** The words of a command, or of a sentence. */
export const wordsOf = (text: string): readonly string[] => text.match(word) ?? []

/** Replaces the words of the text; the white space between them stays. */
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

/** Numbers, paths, files, quoted texts and capitalised names are usually arguments, not the action of a command. */
export const looksLikeValue = (word: string): boolean => !isFlag(word) && /[\p{N}\p{Lu}./@~$"']/u.test(word)
