import { WorldWeaverError } from '../../errors.js'
import { toInputSchema } from './json-schema.js'
import type { Operation } from './operation.js'

/** GWT1: the answer of the workspace door in place of an error. */
export interface RefusalBody {
  readonly error: string
  readonly [detail: string]: unknown
}

/** Ends an operation of the workspace door with an answer that says why nothing was done. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly body: RefusalBody

  constructor(body: RefusalBody) {
    super(body.error)
    this.body = body
  }
}

const supportedKeys: Readonly<Record<string, string>> = {
  memory_type: 'supported_memory_types',
  default_memory_type: 'supported_memory_types',
  planner: 'supported_planners',
  operation: 'supported_operations',
  scope: 'supported_scopes',
  mode: 'supported_modes',
  target: 'supported_targets',
}

/** Turns an error of the workspace door into its refusal; undefined for real failures and for other doors. */
export function toRefusal(error: unknown, { door, input }: Operation): RefusalBody | undefined {
  if (door !== 'workspace') return undefined
  if (error instanceof Refusal) return error.body
  if (!(error instanceof WorldWeaverError)) return undefined
  if (error.code !== 'validation_error' && error.code !== 'not_found') return undefined
  const { field = '', message } = error
  const choices = toInputSchema(input).properties?.[field]?.enum
  const isChoice = choices !== undefined && field in supportedKeys
  return { error: message, ...(isChoice ? { [supportedKeys[field]]: choices } : {}) }
}

/** Whether an answer is a refusal of the workspace door. */
export const isRefusal = ({ door }: Operation, answer: Readonly<Record<string, unknown>>): answer is RefusalBody =>
  door === 'workspace' && typeof answer.error === 'string'
