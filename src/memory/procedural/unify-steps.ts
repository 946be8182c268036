import { isJsonObject } from '../../plain-object.js'
import type { Json } from '../memory.js'
import { isFlag, looksLikeValue, splitAssignment, withWords, wordsOf } from './command-words.js'
import { type Difference, isEqual, type Placeholders } from './placeholders.js'
import type { Step } from './procedure.js'
import { describeCall, withCommand } from './steps.js'

/** The unification of two steps, written once they are paired; undefined when they do not unify. */
export type Unified = { readonly isSame: boolean; write(): Step } | undefined

/** Unifies to our step with placeholders for the values that differ in theirs. */
export function unifySteps(ours: Step, theirs: Step, placeholders: Placeholders): Unified {
  if (ours.tool !== theirs.tool || (ours.command === undefined) !== (theirs.command === undefined)) return undefined
  const inParameters = compareParameters(withoutCommand(ours), withoutCommand(theirs), placeholders)
  if (inParameters === undefined) return undefined
  const { command } = ours
  const inCommand = command === undefined ? [] : compareWords(command, theirs.command!, placeholders)
  if (inCommand === undefined) return undefined
  const isNamed = !isMadeFromCall(ours) || !isMadeFromCall(theirs)
  const inAction = isNamed ? compareWords(ours.action, theirs.action, placeholders) : []
  // Without a command the action must match; with one, the wording of the action does not matter.
  if (inAction === undefined && command === undefined) return undefined

  function write(): Step {
    const written = command === undefined ? undefined : generaliseWords(command, inCommand!, placeholders)
    const named = generaliseParameters(ours.parameters, inParameters!, placeholders)
    const parameters = command === undefined ? named : withCommand(named, command, written!)
    const step = { ...ours, parameters, ...(written === undefined ? {} : { command: written }) }
    const action = isMadeFromCall(ours)
      ? describeCall(step)
      : generaliseWords(ours.action, inAction ?? [], placeholders)
    return { ...step, action }
  }
  return { isSame: inCommand.length + inParameters.length + (inAction ?? []).length === 0, write }
}

const isMadeFromCall = (step: Step): boolean => step.action === describeCall(step)

const withoutCommand = ({ parameters, command }: Step): Json =>
  command === undefined ? parameters : withCommand(parameters, command, '')

/** Every named parameter is a value; both steps must have the same names. */
function compareParameters(ours: Json, theirs: Json, { areValues }: Placeholders): readonly Difference[] | undefined {
  if (!isJsonObject(ours) || !isJsonObject(theirs)) return isEqual(ours, theirs) ? [] : undefined
  const keys = Object.keys(ours)
  if (keys.length !== Object.keys(theirs).length || !keys.every((key) => Object.hasOwn(theirs, key))) return undefined
  return keys
    .filter((key) => !isEqual(ours[key], theirs[key]) || areValues(ours[key], theirs[key]))
    .map((key) => ({ ours: ours[key], theirs: theirs[key], name: key }))
}

function generaliseParameters(parameters: Json, differences: readonly Difference[], { bind }: Placeholders): Json {
  if (!isJsonObject(parameters)) return parameters
  const changed = differences.map((difference) => [difference.name, bind(difference)] as const)
  return { ...parameters, ...Object.fromEntries(changed) }
}

interface WordDifference extends Difference {
  readonly index: number
  /** The part of the word before its value: `--port=`. */
  readonly prefix: string
}

/** The values in which two commands, or sentences, differ; undefined when they differ in more than values. */
function compareWords(
  ours: string,
  theirs: string,
  { areValues }: Placeholders,
): readonly WordDifference[] | undefined {
  const [ourWords, theirWords] = [wordsOf(ours), wordsOf(theirs)]
  // A different program or verb is a different step.
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

/** Undefined when the words may be different actions: `push` and `pull`, `apply` and `delete`. */
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

function generaliseWords(text: string, differences: readonly WordDifference[], { bind }: Placeholders): string {
  const words = [...wordsOf(text)]
  for (const difference of differences) words[difference.index] = difference.prefix + bind(difference)
  return withWords(text, words)
}
