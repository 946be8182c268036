import { isFlag, looksLikeValue, splitAssignment, withWords, wordsOf } from './command-words.js'
import type { Difference, Placeholders } from './placeholders.js'

interface WordDifference extends Difference {
  readonly index: number
  /** What stays of the word before its value: `--port=`. */
  readonly prefix: string
}

/** The values in which two commands, or sentences, differ; undefined when they differ in more than values. */
export function compareWords(
  ours: string,
  theirs: string,
  { areValues }: Placeholders,
): readonly WordDifference[] | undefined {
  const [ourWords, theirWords] = [wordsOf(ours), wordsOf(theirs)]
  // Another program does another thing, whatever its name looks like; and so does another verb.
  if (ourWords.length !== theirWords.length || ourWords[0] !== theirWords[0]) return undefined
  const differences: WordDifference[] = []
  for (const [index, word] of ourWords.entries()) {
    if (word === theirWords[index] && !areValues(word, word)) continue
    const difference = compareTwo(word, theirWords[index], ourWords[index - 1], areValues)
    if (difference === undefined) return undefined
    differences.push({ ...difference, index })
  }
  return differences
}

/** Undefined when the words may be what the command is about: `push` and `pull`, `apply` and `delete`. */
function compareTwo(
  ours: string,
  theirs: string,
  before: string | undefined,
  areValues: Placeholders['areValues'],
): Omit<WordDifference, 'index'> | undefined {
  const [ourPair, theirPair] = [splitAssignment(ours), splitAssignment(theirs)]
  if (ourPair !== undefined && theirPair !== undefined) {
    const [name, value] = ourPair
    return name === theirPair[0] ? { ours: value, theirs: theirPair[1], name, prefix: `${name}=` } : undefined
  }
  if (isFlag(ours) || isFlag(theirs)) return undefined
  if (before !== undefined && isFlag(before)) return { ours, theirs, name: before, prefix: '' }
  const isValue = (looksLikeValue(ours) && looksLikeValue(theirs)) || areValues(ours, theirs)
  return isValue ? { ours, theirs, name: nameByLooks(ours), prefix: '' } : undefined
}

function nameByLooks(word: string): string {
  if (/^["']?https?:/.test(word)) return 'url'
  if (/^\d+$/.test(word)) return 'number'
  if (/^v?\d+(?:\.\d+)+/.test(word)) return 'version'
  if (/\.\w{1,6}$/.test(word)) return 'file'
  return word.includes('/') ? 'path' : 'value'
}

export function generaliseWords(text: string, differences: readonly WordDifference[], { bind }: Placeholders): string {
  const words = [...wordsOf(text)]
  for (const difference of differences) words[difference.index] = difference.prefix + bind(difference)
  return withWords(text, words)
}
