import { createConnection } from 'node:net'
import type { Occasion, Spoken } from '../../operations/habit/speak.js'
import { type RunningServer, runningServers } from './running-servers.js'

/** What a server answers; `spoken` is absent when there is nothing to say. */
export interface HookAnswer {
  readonly spoken?: Spoken
}

/** After so long without an answer the next server is asked as well: the first may be stopped, or busy. */
const patienceMs = 120

/** The first answer of a running server, the newest asked first; undefined when none answers. */
export async function askRunning(folder: string, occasion: Occasion): Promise<HookAnswer | undefined> {
  const servers = runningServers(folder)
  if (servers.length === 0) return undefined
  const asked: Promise<HookAnswer | undefined>[] = []
  for (const server of servers) {
    asked.push(ask(server, occasion).catch(() => undefined))
    const answer = await Promise.race([firstAnswer(asked), sleep(patienceMs)])
    if (answer !== undefined) return answer
  }
  return firstAnswer(asked)
}

/** Settles at the first real answer, or when all have failed. */
function firstAnswer(asked: readonly Promise<HookAnswer | undefined>[]): Promise<HookAnswer | undefined> {
  const answers = asked.map(async (each) => (await each) ?? Promise.reject(new Error('no answer')))
  return Promise.any(answers).catch(() => undefined)
}

function ask({ address }: RunningServer, occasion: Occasion): Promise<HookAnswer> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(address)
    const chunks: Buffer[] = []
    socket.once('connect', () => socket.write(`${JSON.stringify(occasion)}\n`))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.once('error', reject)
    socket.once('close', () => {
      try {
        resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')))
      } catch (error) {
        reject(error)
      }
    })
  })
}

const sleep = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref())
