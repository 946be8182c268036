import { doors, type Origin } from '../../memory/origin.js'

/** Columns of `memories` and `versions`; all null where nobody noted who wrote the version. */
export interface OriginColumns {
  readonly door: string | null
  readonly client: string | null
  readonly key_id: string | null
}

/** Undefined: a door of a newer version of the program. */
export function toOrigin({ door, client, key_id: key }: OriginColumns): Origin | null {
  const known = doors.find((each) => each === door)
  return known === undefined ? null : { door: known, client, key }
}

export const originValues = (origin: Origin | null | undefined) =>
  [origin?.door ?? null, origin?.client ?? null, origin?.key ?? null] as const

/** Schema 5: who wrote each version. Null for versions from before. */
export const addOrigins = ['memories', 'versions']
  .flatMap((table) => ['door', 'client', 'key_id'].map((column) => `ALTER TABLE ${table} ADD COLUMN ${column} TEXT;`))
  .join('\n')
