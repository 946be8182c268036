import type { ClientPart } from './client.js'
import type { ServerEdit } from './mcp-server.js'

/** A server and its hooks in one file, which is written, backed up and restored at once. A remote server has no hooks. */
export const serverWithHooks =
  (server: ServerEdit, hooks: ClientPart['edit']): ClientPart['edit'] =>
  (wanted) => {
    const ofServer = server(wanted)
    const ofHooks = hooks(wanted)
    if (wanted.addressEntry !== undefined)
      return { ...ofServer, apply: (text) => ofServer.apply(ofHooks.revert(text, '')) }
    return {
      ...ofServer,
      apply: (text) => ofHooks.apply(ofServer.apply(text)),
      revert: (text, before) => ofServer.revert(ofHooks.revert(text, before), before),
      ...(ofHooks.hooks === undefined ? {} : { hooks: ofHooks.hooks }),
    }
  }
