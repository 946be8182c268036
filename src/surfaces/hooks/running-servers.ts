import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A process that listens for hooks. */
export interface RunningServer {
  readonly pid: number
  /** `<folder>/<pid>.sock`: the socket, or a file with its address. */
  readonly path: string
  readonly address: string
}

/** A socket named after its process, which may be dead. */
interface NamedSocket {
  readonly pid: number
  readonly path: string
  readonly isAlive: boolean
}

export function socketsIn(folder: string): readonly NamedSocket[] {
  return filesIn(folder).flatMap((name) => {
    const pid = Number(/^(\d+)\.sock$/.exec(name)?.[1] ?? Number.NaN)
    return Number.isNaN(pid) ? [] : [{ pid, path: join(folder, name), isAlive: isAlive(pid) }]
  })
}

/** Newest first. Removes the sockets of dead processes. */
export function runningServers(folder: string): readonly RunningServer[] {
  return socketsIn(folder)
    .flatMap(describe)
    .sort((a, b) => b.since - a.since)
}

function describe({ pid, path, isAlive }: NamedSocket): readonly (RunningServer & { readonly since: number })[] {
  if (!isAlive) {
    remove(path)
    return []
  }
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return []
  const address = found.isFile() ? readFileSync(path, 'utf8').trim() : path
  return [{ pid, path, address, since: found.mtimeMs }]
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // In a read-only folder it stays and is skipped every time.
  }
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    // The folder does not exist until a server has run.
    return []
  }
}

/** A process of another user (EPERM) is alive, too; asking it fails, and the next one is asked. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
