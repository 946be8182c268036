import type { WorldWeaverError } from '../../errors.js'
import { StoreUnavailable } from '../../ports/store/errors.js'
import { type CommandField, toFlag } from './command-field.js'

/** One line: what is wrong, in terms of arguments and options, and what to do. */
export function toErrorLine(error: WorldWeaverError, fields: readonly CommandField[], program: string): string {
  // Other doors hide the cause; only the owner of the memory uses this one.
  if (error.code === 'internal_error' && error.cause instanceof Error) {
    const { message, cause } = error.cause
    // Its message says what to do.
    if (error.cause instanceof StoreUnavailable)
      return cause instanceof Error ? `${message} (${cause.message}).` : `${message}.`
    return `${message}. "${program} doctor" says how to fix it.`
  }
  const { field, message } = error
  if (field === undefined || !message.startsWith(field)) return `${message}.`
  return `${toTypedName(field.split('.')[0], fields)}${message.slice(field.length)}.`
}

/** The argument or option that stands for a field of the operation. */
function toTypedName(field: string, fields: readonly CommandField[]): string {
  if (field === 'session_id') return '--session'
  if (field === 'project') return '--project'
  const known = fields.find(({ name }) => name === field)
  if (known === undefined) return field
  return known.isPositional ? `<${field.replaceAll('_', '-')}>` : toFlag(field)
}
