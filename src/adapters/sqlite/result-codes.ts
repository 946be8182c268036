/** https://www.sqlite.org/rescode.html */
export const sqlite = { busy: 5, corrupt: 11, full: 13, notDatabase: 26 } as const

/** SQLite's primary result code; undefined when the error is not its own. */
export function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? (error.errcode as number) & 0xff : undefined
}

/** https://www.sqlite.org/rescode.html#constraint_unique */
const sqliteConstraintUnique = 2067

/** A value that must be one of its kind exists already. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteConstraintUnique
}
