import { z } from 'zod'
import * as fields from '../../fields.js'
import { Refusal } from '../../refusal.js'

const longest = 100

/** GWT15: what cannot be undone is done on exact words only; none is what a caller says who is still asking. */
export const confirmField = fields
  .withDefault(
    z.string().superRefine((value, check) => {
      if (value.includes('\0')) check.addIssue({ code: 'custom', message: 'must not contain a NUL character' })
      else if (!value.isWellFormed()) check.addIssue({ code: 'custom', message: 'must be well-formed Unicode' })
      else if (value.length > longest)
        check.addIssue({ code: 'custom', message: `must have at most ${longest} characters` })
    }),
    '',
  )
  .describe('The exact words that the answer without them asks for.')

export function assertConfirmed(given: string, required: string, details: Readonly<Record<string, unknown>>): void {
  if (given !== required) throw new Refusal({ error: 'confirmation required', required_confirm: required, ...details })
}
