import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** What hooks keep beside the memories: sockets, the pause, what was said in a session. Ids and counts, never texts. */
export const habitFolder = (dataDir: string): string => join(dataDir, 'habit')

export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}
