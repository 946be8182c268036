import { homedir } from 'node:os'

/** Where this process was started. Should that folder be gone, it goes home: threads cannot start from nowhere. */
export function currentFolder(): string {
  try {
    return process.cwd()
  } catch {
    process.chdir(homedir())
    return process.cwd()
  }
}
