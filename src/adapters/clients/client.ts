import { join, type Machine } from './machine.js'
import type { ServerAddress, WantedServer } from './mcp-server.js'
import { ownServers } from './own-servers.js'
import type { SettingsEdit } from './settings-edit.js'

/** A program that can use World Weaver, and the changes to its settings. */
export interface Client {
  /** As the user types it. */
  readonly id: string
  /** Its own name. */
  readonly name: string
  /** The vendor's page about where and how servers are configured. */
  readonly documentation: string
  /** A file or folder that exists when the program is installed. */
  readonly installationPath: (machine: Machine) => string
  /** Each edits one file; all parts are applied and undone together. */
  readonly parts: readonly ClientPart[]
  /** The entry for the address of a running server; undefined if the client does not support addresses. */
  readonly addressEntry?: (address: ServerAddress) => Readonly<Record<string, unknown>>
  /** Whether its settings can let a tool through without asking each time. */
  readonly canAllowReading?: boolean
  /** Where else it may have our server when it works in this folder. */
  readonly otherPlaces?: (machine: Machine, folder: string) => readonly OtherPlace[]
}

export interface ClientPart {
  /** Part of the backup's name, so it must not change. */
  readonly name: string
  /** Whether the client is connected also without it. */
  readonly isOptional?: boolean
  readonly file: (machine: Machine) => string
  readonly edit: (wanted: WantedServer) => SettingsEdit
}

/** Another place in which a client may have our server, so that it has it twice. */
export interface OtherPlace {
  readonly file: string
  /** As in "also in …". */
  readonly label: string
  /** Throws for a file that cannot be read. */
  readonly names: (text: string) => readonly string[]
  /** How to take these out there. */
  readonly remove: (names: readonly string[]) => string
}

/** Settings of one project, which add to the user's. */
export const projectPlace =
  (path: readonly string[], serversIn: (text: string) => unknown): NonNullable<Client['otherPlaces']> =>
  (machine, folder) => {
    const file = join(machine, folder, ...path)
    const remove = (names: readonly string[]) => `take ${names.map((name) => `"${name}"`).join(' and ')} out of ${file}`
    return [{ file, label: file, names: (text) => ownServers(serversIn(text)), remove }]
  }

/** Writes our server into a file of the client's settings folder. */
export const serverPart = (
  folder: (machine: Machine) => string,
  file: string,
  edit: ClientPart['edit'],
): ClientPart => ({ name: 'mcp', file: (machine) => join(machine, folder(machine), file), edit })
