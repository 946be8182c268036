import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'

/**
 * The user whose process is at the other end of a loopback connection. `unproven` where Linux lists no process for it:
 * a socket that its process has closed already is listed as root's. `untold` where the system does not say.
 */
export type PeerUser = number | 'unproven' | 'untold'

/** Linux's tables of connections in this network namespace. */
const tables = ['/proc/net/tcp', '/proc/net/tcp6']

const users = new WeakMap<Socket, Promise<PeerUser>>()

/** Read once for each connection. */
export function peerUser(socket: Socket): Promise<PeerUser> {
  const known = users.get(socket) ?? findPeerUser(socket)
  users.set(socket, known)
  return known
}

async function findPeerUser({ remoteAddress, remotePort, localAddress, localPort }: Socket): Promise<PeerUser> {
  if (process.platform !== 'linux') return 'untold'
  if (remoteAddress === undefined || localAddress === undefined) return 'unproven'
  const [peers, ownEnds] = [toHex(remoteAddress), toHex(localAddress)]
  let table: string
  try {
    table = await readTables()
  } catch {
    return 'untold'
  }
  for (const [place, peer] of peers.entries()) {
    const line = findLine(table, `${peer}:${toPort(remotePort)} ${ownEnds[place]}:${toPort(localPort)} `)
    if (line !== undefined) return userOf(line)
  }
  return 'unproven'
}

function findLine(table: string, ends: string): string | undefined {
  const at = table.indexOf(`: ${ends}`)
  return at === -1 ? undefined : table.slice(at + ends.length + 2, table.indexOf('\n', at))
}

/** The columns after the addresses: state, queues, timer, retransmits, user, timeout, inode. */
function userOf(line: string): PeerUser {
  const columns = line.trim().split(/\s+/)
  const [user, inode] = [Number(columns[4]), columns[6]]
  return inode === '0' || !Number.isInteger(user) ? 'unproven' : user
}

let running: Promise<unknown> = Promise.resolve()
let next: Promise<string> | undefined

/** Connections that come while the tables are read share the next reading: a crowd must not read them once each. */
function readTables(): Promise<string> {
  next ??= running.then(() => {
    next = undefined
    const reading = Promise.all(tables.map((path) => readFile(path, 'latin1'))).then((texts) => texts.join('\n'))
    running = reading.catch(() => undefined)
    return reading
  })
  return next
}

const toPort = (port = 0): string => port.toString(16).toUpperCase().padStart(4, '0')

/** As the tables write it: an IPv4 address also in IPv6's form, which a client's socket may have. */
function toHex(address: string): readonly string[] {
  const [, v4] = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (v4 === undefined) return [toWords([...new Array(15).fill(0), 1])]
  const bytes = v4.split('.').map(Number)
  return [toWords(bytes), toWords([...new Array(10).fill(0), 255, 255, ...bytes])]
}

/** Each word of 32 bits is written as the machine's number. */
function toWords(bytes: readonly number[]): string {
  const words = []
  for (let at = 0; at < bytes.length; at += 4) {
    const word = bytes.slice(at, at + 4)
    words.push(Buffer.from(endianness() === 'LE' ? word.reverse() : word).toString('hex'))
  }
  return words.join('').toUpperCase()
}
