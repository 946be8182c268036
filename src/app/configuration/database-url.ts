import { invalid } from '../../errors.js'

const rule = 'must be the address of a PostgreSQL database, such as postgres://user:password@host:5432/name'

/** The error does not quote the text, which may contain a password. */
export function readDatabaseUrl(text: string, field: string): string {
  if (!isDatabaseUrl(text) || !URL.canParse(text)) throw invalid(field, `${field} ${rule}`)
  return text
}

export const isDatabaseUrl = (text: string): boolean => /^postgres(ql)?:\/\//.test(text)

/** The address without its password, for messages and logs. */
export function describeDatabase(url: string): string {
  const { username, host, pathname, searchParams } = new URL(url)
  const place = host || searchParams.get('host') || 'localhost'
  return `postgres://${username === '' ? '' : `${username}@`}${place}${pathname}`
}
