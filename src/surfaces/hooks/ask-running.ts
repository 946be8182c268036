import { createConnection } from 'node:net'
import type { HookEvent, Injection } from '../../operations/hooks/compose-context.js'
import { type RunningServer, runningServers } from './running-servers.js'

/** A server's answer; `spoken` is absent if nothing is to be injected. */
export interface HookAnswer {
  readonly spoken?: Injection
}

/** An answer, and whether the helper gave it. */
interface GivenAnswer extends HookAnswer {
  readonly isHelpers: boolean
}

/** Without an answer for this long, the next server is asked as well: the first may be stopped or busy. */
const hedgeDelayMs = 120

/** The first answer of a running server, newest server first; undefined if none answers. */
export async function askRunning(folder: string, event: HookEvent): Promise<GivenAnswer | undefined> {
  const servers = runningServers(folder)
  if (servers.length === 0) return undefined
  const asked: Promise<GivenAnswer | undefined>[] = []
  for (const server of servers) {
    asked.push(ask(server, event).catch(() => undefined))
    const answer = await Promise.race([firstAnswer(asked), sleep(hedgeDelayMs)])
    if (answer !== undefined) return answer
  }
  return firstAnswer(asked)
}

/** Settles at the first real answer, or when all have failed. */
function firstAnswer(asked: readonly Promise<GivenAnswer | undefined>[]): Promise<GivenAnswer | undefined> {
  const answers = asked.map(async (each) => (await each) ?? Promise.reject(new Error('no answer')))
  return Promise.any(answers).catch(() => undefined)
}

function ask({ address, isHelper }: RunningServer, event: HookEvent): Promise<GivenAnswer> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(address)
    const chunks: Buffer[] = []
    socket.once('connect', () => socket.write(`${JSON.stringify(event)}\n`))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.once('error', reject)
    socket.once('close', () => {
      try {
        const answer: HookAnswer = JSON.parse(Buffer.concat(chunks).toString('utf8'))
        resolve({ ...answer, isHelpers: isHelper })
      } catch (error) {
        reject(error)
      }
    })
  })
}

const sleep = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref())
