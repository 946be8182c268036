import type { Connection } from './connection.js'

/** Runs SQLite's check of every page, but not of every index: a second for a hundred thousand memories. */
export function passesIntegrityCheck(connection: Connection): boolean {
  try {
    const found = connection.prepare('PRAGMA quick_check(1)').get() as Record<string, string>
    return Object.values(found)[0] === 'ok'
  } catch {
    return false
  }
}
