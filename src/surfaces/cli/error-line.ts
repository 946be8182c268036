import type { WorldWeaverError } from '../../errors.js'
import { StoreTrouble } from '../../ports/memory-store.js'
import { type CommandField, toFlag } from './command-field.js'

/** One line: what is wrong where, in the words of the command line, and what to do. */
export function toErrorLine(error: WorldWeaverError, fields: readonly CommandField[], program: string): string {
  // Other doors keep the cause to themselves; this one has only the owner of the memory before it.
  if (error.code === 'internal_error' && error.cause instanceof Error) {
    const { message, cause } = error.cause
    // It says what to do itself.
    if (error.cause instanceof StoreTrouble)
      return cause instanceof Error ? `${message} (${cause.message}).` : `${message}.`
    return `${message}. "${program} doctor" says how to mend it.`
  }
  const { field, message } = error
  if (field === undefined || !message.startsWith(field)) return `${message}.`
  return `${asTyped(field.split('.')[0], fields)}${message.slice(field.length)}.`
}

/** The operation speaks of fields, a person sees arguments and options. */
function asTyped(field: string, fields: readonly CommandField[]): string {
  if (field === 'session_id') return '--session'
  if (field === 'project') return '--project'
  const known = fields.find(({ name }) => name === field)
  if (known === undefined) return field
  return known.isPositional ? `<${field.replaceAll('_', '-')}>` : toFlag(field)
}
