/** https://www.sqlite.org/rescode.html */
export const sqlite = { busy: 5, corrupt: 11, full: 13, notDatabase: 26 } as const

/** SQLite's primary result code; undefined for other errors. */
export function codeOf(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? (error.errcode as number) & 0xff : undefined
}

/** https://www.sqlite.org/rescode.html#constraint_unique */
const sqliteConstraintUnique = 2067

export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteConstraintUnique
}
