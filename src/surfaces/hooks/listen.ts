import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { HabitDoor } from '../../operations/habit/habit-door.js'
import type { Occasion } from '../../operations/habit/speak.js'
import type { Log } from '../../ports/log.js'
import type { HookAnswer } from './ask-running.js'
import { runningServers } from './running-servers.js'

/** A prompt with a pasted file; more is no prompt. */
const largestRequest = 4 * 1024 * 1024
/** Whoever connects has its request ready. */
const idleMs = 2_000
/** macOS takes 103 bytes, Linux 107. */
const longestAddress = 100

export interface Listening {
  close(): void
}

/**
 * Answers hooks on this machine, for this user only: the folder is theirs alone, and so is the socket in it. Does not
 * keep the process, and takes the socket with it when it ends.
 */
export async function listenForHooks(folder: string, speak: HabitDoor['speak'], log: Log): Promise<Listening> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Removes what killed processes left behind.
  runningServers(folder)
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.setTimeout(idleMs, () => socket.destroy())
    answer(socket, speak).catch((error: unknown) => {
      log.debug('a hook was not answered', { error })
      socket.destroy()
    })
  })
  const path = join(folder, `${process.pid}.sock`)
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

/** Windows has pipes in place of sockets; elsewhere a path may be too long for one. The file at `path` then tells. */
function addressFor(path: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\world-weaver-${crypto.randomUUID()}`
  return Buffer.byteLength(path) <= longestAddress ? path : join(mkdtempSync(join(tmpdir(), 'ww-')), 'hooks.sock')
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

async function answer(socket: Socket, speak: HabitDoor['speak']): Promise<void> {
  const line = await readLine(socket)
  // Only this package writes here: the folder is the user's own.
  const occasion = JSON.parse(line) as Occasion
  const spoken = await speak(occasion)
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
      else if (size > largestRequest) reject(new Error('the request is too large'))
    })
    socket.once('close', () => reject(new Error('the hook went away')))
  })
}
