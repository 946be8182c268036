import { isJsonObject } from '../../../plain-object.js'
import type { Json } from '../../memory.js'
import type { Step } from '../procedure.js'
import { describeCall, withCommand } from '../steps.js'
import {
  areDifferentTexts,
  type Comparing,
  compareWording,
  generalise,
  mayBeParaphrases,
  nameValue,
} from './compare-wording.js'
import { type Difference, isEqual, type Placeholders } from './placeholders.js'
import { takesText } from './values.js'

/** The unification of two steps, written once they are paired; undefined when they are not the same step. */
export type Unified =
  | {
      readonly isSame: boolean
      readonly differences: readonly Difference[]
      write(): Step
    }
  | undefined

/** CON4: two steps are one when they differ in nothing but values in the same places. */
export function unifySteps(ours: Step, theirs: Step, comparing: Comparing): Unified {
  if (ours.tool !== theirs.tool || (ours.command === undefined) !== (theirs.command === undefined)) return undefined
  const { bind } = comparing.placeholders
  const inParameters = compareParameters(withoutCommand(ours), withoutCommand(theirs), comparing)
  if (inParameters === undefined) return undefined
  const { command } = ours
  const inCommand = command === undefined ? [] : compareWording(command, theirs.command!, 'command', comparing)
  if (inCommand === undefined) return undefined
  const isNamed = !isMadeFromCall(ours) || !isMadeFromCall(theirs)
  const inAction = isNamed ? compareWording(ours.action, theirs.action, 'sentence', comparing) : []
  // What is done decides; it may be told in other words, unless those say something else.
  const isCall = command !== undefined || ours.tool !== null
  if (inAction === undefined && !(isCall && mayBeParaphrases(ours.action, theirs.action))) return undefined

  function write(): Step {
    const written = command === undefined ? undefined : generalise(command, inCommand!, bind)
    const named = generaliseParameters(ours.parameters, inParameters!, bind)
    const parameters = command === undefined ? named : withCommand(named, command, written!)
    const step = { ...ours, parameters, ...(written === undefined ? {} : { command: written }) }
    const action = isMadeFromCall(ours) ? describeCall(step) : generalise(ours.action, inAction ?? [], bind)
    return { ...step, action }
  }
  const differences = [...inCommand, ...inParameters, ...(inAction ?? [])]
  return { isSame: differences.length === 0 && inAction !== undefined, differences, write }
}

const isMadeFromCall = (step: Step): boolean => step.action === describeCall(step)

const withoutCommand = ({ parameters, command }: Step): Json =>
  command === undefined ? parameters : withCommand(parameters, command, '')

/** Both steps must have the same names, and values of one kind where they differ. */
function compareParameters(ours: Json, theirs: Json, comparing: Comparing): readonly Difference[] | undefined {
  if (!isJsonObject(ours) || !isJsonObject(theirs)) return isEqual(ours, theirs) ? [] : undefined
  const keys = Object.keys(ours)
  if (keys.length !== Object.keys(theirs).length || !keys.every((key) => Object.hasOwn(theirs, key))) return undefined
  const { areValues } = comparing.placeholders
  const differences: Difference[] = []
  for (const key of keys) {
    const [one, other] = [ours[key], theirs[key]]
    if (isEqual(one, other) && !areValues(one, other)) continue
    if (!areValues(one, other) && !isValueOf(key, one, other, comparing)) return undefined
    differences.push({ ours: one, theirs: other, name: key })
  }
  return differences
}

function isValueOf(key: string, ours: Json, theirs: Json, comparing: Comparing): boolean {
  if (typeof ours === 'number' && typeof theirs === 'number') {
    return isValueOf(key, String(ours), String(theirs), comparing)
  }
  if (typeof ours !== 'string' || typeof theirs !== 'string') return false
  const place = { option: key, before: undefined, isFirst: false, isCommand: true, program: undefined, isQuoted: false }
  if (nameValue(ours, theirs, place, comparing.isFirstName) !== undefined) return true
  // A text with values in it: a query, an address.
  if (/\s/.test(ours) && compareWording(ours, theirs, 'command', comparing) !== undefined) return true
  return takesText(key) && areDifferentTexts(ours, theirs)
}

function generaliseParameters(parameters: Json, differences: readonly Difference[], bind: Placeholders['bind']): Json {
  if (!isJsonObject(parameters)) return parameters
  const changed = differences.map((difference) => [difference.name, bind(difference)] as const)
  return { ...parameters, ...Object.fromEntries(changed) }
}
