import { invalid } from '../../errors.js'
import type { Connections } from '../../surfaces/cli/connect/connections.js'
import { clientsThatAsk, writeAskAtEnd } from '../hook/ask-at-end.js'

/** HOK26: `ww connect --ask-at-end` switches the asking on for a client, and `ww disconnect` off. */
export function withAskAtEnd(connections: Connections, dataDir: string): Connections {
  return {
    ...connections,
    async connect(ids, { askAtEnd = false, ...options }) {
      const other = ids.find((id) => askAtEnd && !clientsThatAsk.includes(id))
      if (other !== undefined)
        throw invalid('--ask-at-end', `only ${clientsThatAsk.join(' and ')} can be asked at the end; ${other} cannot`)
      const outcomes = await connections.connect(ids, options)
      if (askAtEnd && options.dryRun !== true)
        for (const { id, status } of outcomes) if (status !== 'failed') writeAskAtEnd(dataDir, id, true)
      return outcomes
    },
    async disconnect(ids, options) {
      const outcomes = await connections.disconnect(ids, options)
      if (options.dryRun !== true) for (const { id } of outcomes) writeAskAtEnd(dataDir, id, false)
      return outcomes
    },
  }
}
