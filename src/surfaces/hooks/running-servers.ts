import { readdirSync, readFileSync, rmSync, type Stats, statSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { isAlive } from '../../is-alive.js'

/** A process that listens for hooks. */
export interface RunningServer {
  readonly pid: number
  /** `<folder>/<pid>.sock`, or `<pid>.helper.sock`: the socket, or a file with its address. */
  readonly path: string
  readonly address: string
  readonly isHelper: boolean
}

/** A socket named after its process, which may be dead. */
interface NamedSocket {
  readonly pid: number
  readonly path: string
  readonly isAlive: boolean
  /** HOK15: it is there for hooks alone, and asked last. */
  readonly isHelper: boolean
}

export const socketName = (pid: number, isHelper: boolean): string => `${pid}${isHelper ? '.helper' : ''}.sock`

function socketsIn(folder: string): readonly NamedSocket[] {
  return filesIn(folder).flatMap((name) => {
    const [, number, helper] = /^(\d+)(\.helper)?\.sock$/.exec(name) ?? []
    const pid = Number(number)
    return number === undefined
      ? []
      : [{ pid, path: join(folder, name), isAlive: isAlive(pid), isHelper: helper !== undefined }]
  })
}

/**
 * The processes that listen in this folder, without the helper. Each is tried: after a power cut another process may have
 * the number of one that left its socket. The sockets of dead ones stay, for hooks to remove.
 */
export async function serversIn(folder: string): Promise<readonly number[]> {
  const servers = socketsIn(folder).filter(({ isAlive, isHelper }) => isAlive && !isHelper)
  const found = await Promise.all(servers.map(async ({ pid, path }) => ((await isListening(path)) ? [pid] : [])))
  return found.flat().sort((a, b) => a - b)
}

/** Newest first, the helper last. Removes the sockets of dead processes. */
export function runningServers(folder: string): readonly RunningServer[] {
  return socketsIn(folder)
    .flatMap(describe)
    .sort((a, b) => Number(a.isHelper) - Number(b.isHelper) || b.since - a.since)
}

function describe({ pid, path, isAlive, isHelper }: NamedSocket): readonly (RunningServer & {
  readonly since: number
})[] {
  if (!isAlive) {
    remove(path)
    return []
  }
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? [] : [{ pid, path, address: addressAt(path, found), isHelper, since: found.mtimeMs }]
}

const addressAt = (path: string, found: Stats): string => (found.isFile() ? readFileSync(path, 'utf8').trim() : path)

/** What a connection to a socket answers that nobody listens on. */
const nobody = new Set<string | undefined>(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'])

/** Also if the process is too busy to answer: the system takes the connection. */
function isListening(path: string): Promise<boolean> {
  const found = statSync(path, { throwIfNoEntry: false })
  const address = found === undefined ? '' : addressAt(path, found)
  if (address === '') return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = createConnection({ path: address })
    const answer = (listens: boolean) => {
      socket.destroy()
      resolve(listens)
    }
    socket.setTimeout(1_000, () => answer(true))
    socket.once('connect', () => answer(true))
    socket.once('error', ({ code }: NodeJS.ErrnoException) => answer(!nobody.has(code)))
  })
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
