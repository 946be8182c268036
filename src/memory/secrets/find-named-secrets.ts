import { findSecrets, type Secret } from './find-secrets.js'

/** Longer values are no passwords or keys that only their name tells. */
const longest = 1_200

/** Also what only the name tells, as in `{ "password": "…" }`: the text is read as it would stand in a file. */
export function findNamedSecrets(text: string, name: string): readonly Secret[] {
  const found = findSecrets(text)
  if (found.length > 0 || name === '' || text.length > longest || /\s/.test(text)) return found
  const lead = `${name}="`
  return findSecrets(`${lead}${text}"`).flatMap(({ kind, start, end }) =>
    start < lead.length ? [] : [{ kind, start: start - lead.length, end: Math.min(end - lead.length, text.length) }],
  )
}

/** Of a field such as `context.api_keys.0`. */
export const nameOfField = (field: string): string => /(?:^|\.)([^.]*)(?:\.\d+)*$/.exec(field)?.[1] ?? ''
