import { isJsonObject } from '../../../plain-object.js'
import type { Facets, Json } from '../../memory.js'
import { withoutDeprecation } from '../deprecation.js'
import { toScript } from '../learn-skill.js'
import type { Parameter, Step } from '../procedure.js'
import { procedureOf } from '../procedure.js'

/** The facets of a skill that is brought back: it stays apart from the one that it was merged into. */
export function withoutMerging(facets: Facets): Facets {
  const { merged_into, apart_from = [] } = procedureOf(facets)
  const rest = withoutDeprecation(facets)
  return merged_into === undefined ? rest : { ...rest, apart_from: [...new Set([...apart_from, merged_into])] }
}

/** The facets of the best once another was brought back: without its variants and, if it was the last, placeholders. */
export function withoutMerged(best: Facets, broughtBack: string, isLast: boolean): Facets {
  const { variants: before = [], parameters = [], steps } = procedureOf(best)
  const variants = before.filter(({ from }) => from !== broughtBack)
  const { variants: _, parameters: __, ...rest } = best
  const kept = { ...rest, ...(variants.length === 0 ? {} : { variants }) }
  if (parameters.length === 0) return kept
  if (!isLast) return { ...kept, parameters }
  const restored = steps.map((step) => fillStep(step, parameters))
  return { ...kept, steps: restored, script: toScript(restored) }
}

const fillStep = (step: Step, parameters: readonly Parameter[]): Step => ({
  ...step,
  action: fillText(step.action, parameters),
  parameters: isJsonObject(step.parameters)
    ? Object.fromEntries(Object.entries(step.parameters).map(([key, value]) => [key, fill(value, parameters)]))
    : step.parameters,
  ...(step.command === undefined ? {} : { command: fillText(step.command, parameters) }),
})

/** A placeholder that is the whole value stands for a value of any type, the skill's own first. */
function fill(value: Json, parameters: readonly Parameter[]): Json {
  if (typeof value !== 'string') return value
  const whole = parameters.find(({ name }) => value === `{{${name}}}`)
  return whole === undefined ? fillText(value, parameters) : whole.values[0]
}

const fillText = (text: string, parameters: readonly Parameter[]): string =>
  parameters.reduce((filled, { name, values }) => filled.replaceAll(`{{${name}}}`, () => String(values[0])), text)
