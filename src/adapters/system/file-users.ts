import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { resolve } from 'node:path'

export interface FileUser {
  readonly pid: number
  /** The program's name, if the system tells. */
  readonly program: string | undefined
}

/** Other processes that have any of these files open, also under a name that is gone. Only Linux tells; elsewhere none. */
export function findFileUsers(paths: readonly string[]): FileUser[] {
  const wanted = new Set(paths.flatMap((path) => [resolve(path), `${resolve(path)} (deleted)`]))
  return entriesOf('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => entriesOf(`/proc/${pid}/fd`).some((fd) => wanted.has(targetOf(`/proc/${pid}/fd/${fd}`))))
    .map((pid) => ({ pid: Number(pid), program: nameOf(pid) }))
}

/** Processes end while they are looked at, and those of other users are not shown. */
function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link)
  } catch {
    return ''
  }
}

function nameOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return undefined
  }
}
