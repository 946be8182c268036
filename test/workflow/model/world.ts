import { expect } from 'vitest'
import { openStream, readStream, type Stream } from '../../support/workflow-client.js'
import { type GatedServer, startGatedServer } from '../../support/workflow-server.js'
import { Tally } from './tally.js'

/** Longer than any lease. */
const lapseMs = 60_000

/** Two servers on one database. They outlive the sequences. */
export class World {
  readonly dataDir: string
  readonly tally = new Tally()
  readonly #servers: GatedServer[] = []
  #aheadMs = 0

  constructor(dataDir: string) {
    this.dataDir = dataDir
  }

  async open(): Promise<void> {
    this.#servers.push(...(await Promise.all([this.#start(), this.#start()])))
  }

  url(place: number): string {
    return this.#servers[place]!.url
  }

  /** Whatever is at the gates goes on; what comes later waits again, unless it is told otherwise. */
  async release(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.release()))
  }

  async hold(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.hold()))
  }

  /** `kill -9`; until `restart` there is one server. */
  crash(place: number): Promise<void> {
    return this.#servers[place]!.crash()
  }

  async restart(place: number): Promise<void> {
    this.#servers[place] = await this.#start()
  }

  /** Every lease lapses, by the clock of the server that stayed. */
  async lapse(place: number): Promise<void> {
    this.#aheadMs += lapseMs
    await this.#servers[place]!.advanceClock(lapseMs)
  }

  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.crash()))
  }

  async #start(): Promise<GatedServer> {
    const server = await startGatedServer({ dataDir: this.dataDir })
    await server.advanceClock(this.#aheadMs)
    return server
  }
}

/** A client that drops its connection and resumes by cursor, at whichever server. */
export class Follower {
  readonly #seen: number[] = []
  #stream: Stream | undefined

  get isConnected(): boolean {
    return this.#stream !== undefined
  }

  async connect(url: string, workflowId: string): Promise<void> {
    this.disconnect()
    this.#stream = openStream(url, workflowId, `?cursor=${this.#seen.at(-1) ?? 0}`)
    await this.#stream.opened
  }

  disconnect(): void {
    if (this.#stream === undefined) return
    this.#seen.push(...this.#stream.frames.map(({ id }) => id))
    // Frames that come now are lost, as they are on a broken connection.
    this.#stream.socket.terminate()
    this.#stream = undefined
  }

  /** Reads what it has not seen yet, and has then seen everything once. */
  async checkWhole(url: string, workflowId: string): Promise<void> {
    this.disconnect()
    const rest = await readStream(url, workflowId, `?cursor=${this.#seen.at(-1) ?? 0}`)
    const whole = await readStream(url, workflowId, '?cursor=0')
    expect([...this.#seen, ...rest.map(({ id }) => id)]).toEqual(whole.map(({ id }) => id))
  }
}

/** What the commands of one sequence act on. */
export interface Real {
  readonly world: World
  readonly follower: Follower
  workflowId: string | undefined
}
