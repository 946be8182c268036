import type { Moment } from '../../surfaces/hooks/hook-input.js'

/** How long a hook may take, in milliseconds from the start of its process. */
export interface HookTime {
  /** After it, the client gets no answer. */
  readonly endMs: number
  /** Ending a thread while it reads crashes the process. So reading stops some time before the end. */
  readonly readUntilMs: number
  /** A store is not opened if that would be too late for an answer. */
  readonly openUntilMs: number
}

/** Nobody types yet when a session starts, and the helper is seldom there: it may open the store on a busy machine. */
const startEndMs = 1_500
const endMs = 600

export function timeOf(moment: Moment | undefined): HookTime {
  const most = moment === 'start' ? startEndMs : endMs
  return { endMs: most, readUntilMs: most - 100, openUntilMs: most / 2 }
}

/** A hook that had no time left to open the store. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
  constructor() {
    super('too late to open the store')
  }
}
