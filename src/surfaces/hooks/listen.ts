import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { HookEvent } from '../../operations/hooks/compose-context.js'
import type { HooksDoor } from '../../operations/hooks/hooks-door.js'
import type { Log } from '../../ports/log.js'
import type { HookAnswer } from './ask-running.js'
import { runningServers, socketName } from './running-servers.js'

/** Fits a prompt with a pasted file. */
const maxRequestBytes = 4 * 1024 * 1024
/** A hook sends its request right after it connects. */
const idleMs = 2_000
/** macOS allows 103 bytes, Linux 107. */
const maxAddressBytes = 100

export interface HookListener {
  close(): void
}

/**
 * Answers hooks of this user on this machine: only the user can access the folder and the socket. It does not keep the
 * process alive, and removes the socket when the process exits.
 */
export async function listenForHooks(
  folder: string,
  composeContext: HooksDoor['composeContext'],
  log: Pick<Log, 'debug'>,
  { isHelper = false }: { readonly isHelper?: boolean } = {},
): Promise<HookListener> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.platform !== 'win32') chmodSync(folder, 0o700)
  // Removes the sockets of dead processes.
  runningServers(folder)
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.setTimeout(idleMs, () => socket.destroy())
    answer(socket, composeContext).catch((error: unknown) => {
      log.debug('a hook was not answered', { error })
      socket.destroy()
    })
  })
  const path = join(folder, socketName(process.pid, isHelper))
  const address = addressFor(path)
  rmSync(path, { force: true })
  await start(server, address)
  if (process.platform !== 'win32') chmodSync(address, 0o600)
  if (address !== path) writeFileSync(path, address, { mode: 0o600 })
  const remove = () => {
    rmSync(path, { force: true })
    if (address !== path && process.platform !== 'win32') rmSync(dirname(address), { recursive: true, force: true })
  }
  process.once('exit', remove)
  server.unref()
  return {
    close() {
      process.off('exit', remove)
      server.close()
      remove()
    },
  }
}

/** Windows uses named pipes, and elsewhere a path may be too long for a socket. The file at `path` then holds the address. */
function addressFor(path: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\world-weaver-${crypto.randomUUID()}`
  return Buffer.byteLength(path) <= maxAddressBytes ? path : join(mkdtempSync(join(tmpdir(), 'ww-')), 'hooks.sock')
}

function start(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      server.on('error', () => undefined)
      resolve()
    })
  })
}

async function answer(socket: Socket, composeContext: HooksDoor['composeContext']): Promise<void> {
  const line = await readLine(socket)
  // Only this package writes here: other users cannot access the folder.
  const event = JSON.parse(line) as HookEvent
  const spoken = await composeContext(event)
  const reply: HookAnswer = spoken === undefined ? {} : { spoken }
  socket.end(JSON.stringify(reply))
}

async function readLine(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  return new Promise((resolve, reject) => {
    socket.on('data', (chunk: Buffer) => {
      const end = chunk.indexOf(10)
      chunks.push(end < 0 ? chunk : chunk.subarray(0, end))
      size += chunk.length
      if (end >= 0) resolve(Buffer.concat(chunks).toString('utf8'))
      else if (size > maxRequestBytes) reject(new Error('the request is too large'))
    })
    socket.once('close', () => reject(new Error('the hook disconnected')))
  })
}
