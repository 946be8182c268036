import type { ServerResponse } from 'node:http'

/** Of a request: until its answer has gone out to the last byte, or its reader has gone away. */
export interface Lifetime {
  whenOver(then: () => void): void
  /** To be told when there is an answer: without a connection, nothing comes after it. */
  answered(): void
}

export function createLifetime(outgoing: ServerResponse | undefined): Lifetime {
  const waiting: (() => void)[] = []
  const end = () => {
    for (const then of waiting.splice(0)) then()
  }
  outgoing?.once('close', end)
  return { whenOver: (then) => void waiting.push(then), answered: outgoing === undefined ? end : () => {} }
}
