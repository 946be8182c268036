import type { Slices } from '../slices.js'
import { findSecrets, type Secret, type SecretFinder, scanForSecrets } from './find-secrets.js'

/** A longer value is no password or key that is recognised by its name alone. */
const maxLength = 1_200

/** Also finds secrets that only the field name reveals, as in `{ "password": "…" }`: scans `name="text"`. */
export function* findNamedSecrets(
  text: string,
  name: string,
  find: SecretFinder = scanForSecrets,
): Slices<readonly Secret[]> {
  const found = yield* find(text)
  if (found.length > 0 || name === '' || text.length > maxLength || /\s/.test(text)) return found
  const lead = `${name}="`
  return findSecrets(`${lead}${text}"`).flatMap(({ kind, start, end }) =>
    start < lead.length ? [] : [{ kind, start: start - lead.length, end: Math.min(end - lead.length, text.length) }],
  )
}

/** The last name in a path such as `context.api_keys.0`. */
export const nameOfField = (field: string): string => /(?:^|\.)([^.]*)(?:\.\d+)*$/.exec(field)?.[1] ?? ''
