import { z } from 'zod'
import * as fields from '../../machinery/fields.js'
import { Refusal } from '../../machinery/refusal.js'

const maxLength = 100

/** GWT15: an irreversible call needs this exact text; without it, the answer says which text is required. */
export const confirmField = fields
  .withDefault(
    z.string().superRefine((value, check) => {
      if (value.includes('\0')) check.addIssue({ code: 'custom', message: 'must not contain a NUL character' })
      else if (!value.isWellFormed()) check.addIssue({ code: 'custom', message: 'must be well-formed Unicode' })
      else if (value.length > maxLength)
        check.addIssue({ code: 'custom', message: `must have at most ${maxLength} characters` })
    }),
    '',
  )
  .describe('The exact text that the answer without it asks for.')

export function assertConfirmed(given: string, required: string, details: Readonly<Record<string, unknown>>): void {
  if (given !== required) throw new Refusal({ error: 'confirmation required', required_confirm: required, ...details })
}
