import type { Client } from '#ww/adapters/postgres/connection/driver.js'

/** The same connection, whose statements go another way. */
export const wrapClient = (client: Client, query: Client['query']): Client => ({
  query,
  release: (error) => client.release(error),
  // Whichever event: the two overloads are one function.
  on: (event: never, listener: never) => client.on(event, listener),
  off: (event, listener) => client.off(event, listener),
  removeAllListeners: (event) => client.removeAllListeners(event),
})
