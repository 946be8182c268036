import type { Machine } from './machine.js'
import type { ServerAddress, WantedServer } from './mcp-server.js'
import type { SettingsEdit } from './settings-edit.js'

/** A program that can use World Weaver, and all that must be written for that. */
export interface Client {
  /** As it is typed. */
  readonly id: string
  /** As it calls itself. */
  readonly name: string
  /** What its makers say about where and how servers are written. */
  readonly documentation: string
  /** A file or folder that is there when the program is. */
  readonly sign: (machine: Machine) => string
  /** Each an edit of one file; several parts are made, and undone, together. */
  readonly parts: readonly ClientPart[]
  /** How it writes the address of a server that runs already; a client without this knows none. */
  readonly addressEntry?: (address: ServerAddress) => Readonly<Record<string, unknown>>
}

export interface ClientPart {
  /** What it brings; names the backup, so it stays as it is. */
  readonly name: string
  readonly file: (machine: Machine) => string
  readonly edit: (wanted: WantedServer) => SettingsEdit
}
