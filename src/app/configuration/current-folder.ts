import { homedir } from 'node:os'

/** The working directory. If it was deleted, changes to the home directory: threads need an existing one. */
export function currentFolder(): string {
  try {
    return process.cwd()
  } catch {
    process.chdir(homedir())
    return process.cwd()
  }
}
