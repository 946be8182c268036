import type { Connection } from './connection.js'

/** SQLite's own verdict on every page, though not on every index: a second for a hundred thousand memories. */
export function isSound(connection: Connection): boolean {
  try {
    const found = connection.prepare('PRAGMA quick_check(1)').get() as Record<string, string>
    return Object.values(found)[0] === 'ok'
  } catch {
    return false
  }
}
