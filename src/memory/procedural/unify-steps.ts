import { isJsonObject } from '../is-object.js'
import type { Json } from '../memory.js'
import { compareWords, generaliseWords } from './compare-words.js'
import { type Difference, isEqual, type Placeholders } from './placeholders.js'
import type { Step } from './procedure.js'
import { describeCall, withCommand } from './steps.js'

/** What two steps share, to be written once it is clear that they go together; undefined when they do not. */
export type Unified = { readonly isSame: boolean; write(): Step } | undefined

/** Our step with placeholders for the values in which theirs differs. */
export function unifySteps(ours: Step, theirs: Step, placeholders: Placeholders): Unified {
  if (ours.tool !== theirs.tool || (ours.command === undefined) !== (theirs.command === undefined)) return undefined
  const inParameters = compareParameters(withoutCommand(ours), withoutCommand(theirs), placeholders)
  if (inParameters === undefined) return undefined
  const { command } = ours
  const inCommand = command === undefined ? [] : compareWords(command, theirs.command!, placeholders)
  if (inCommand === undefined) return undefined
  const isNamed = !isMadeFromCall(ours) || !isMadeFromCall(theirs)
  const inAction = isNamed ? compareWords(ours.action, theirs.action, placeholders) : []
  // Without a command only the words say whether it is the same; with one, they are a matter of taste.
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

/** Named parameters say themselves what is a value; there must be the same ones. */
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
