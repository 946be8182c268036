import { existsSync, readdirSync } from 'node:fs'
import type { Client } from '../../adapters/clients/client.js'
import type { Installation } from '../../adapters/clients/installation.js'
import type { Machine } from '../../adapters/clients/machine.js'
import type { WantedServer } from '../../adapters/clients/mcp-server.js'
import { findRecords } from './known-again.js'
import { createSettingsPart, type SettingsPart } from './settings-part.js'
import { thisInstallation } from './this-installation.js'

export interface ConnectionSettings {
  readonly dataDir: string
  /** Whether it differs from the default, and therefore goes into the clients' settings. */
  readonly isChosen?: boolean
  readonly machine: Omit<Machine, 'list'>
  /** What clients are to start, if not what runs now. */
  readonly installation?: Omit<Installation, 'platform'>
}

type Wanted = Partial<Pick<WantedServer, 'toolset' | 'addressEntry' | 'allowsReading'>>

export interface ClientSettings extends SettingsPart {
  /** Whether the client is connected also without it. */
  readonly isOptional: boolean
}

export interface ClientParts {
  readonly machine: Machine
  /** The first is the server's entry. */
  readonly partsOf: (client: Client, wanted?: Wanted) => readonly ClientSettings[]
}

/** The settings of clients on this machine. */
export function openClientParts(settings: ConnectionSettings): ClientParts {
  const { dataDir, isChosen, installation = thisInstallation } = settings
  const machine: Machine = { ...settings.machine, list: namesIn }
  const { platform } = machine
  const chosen = isChosen ? { dataDir } : {}
  return {
    machine,
    partsOf({ id, parts }, wanted = {}) {
      const entry = () => all[0]!.entry()
      const records = findRecords(dataDir, entry, machine)
      const all: readonly ClientSettings[] = parts.map(({ name, isOptional = false, file, edit }) => ({
        isOptional,
        ...createSettingsPart(
          { client: id, part: name, file: file(machine) },
          edit({ ...installation, platform, toolset: undefined, ...chosen, ...wanted }),
          records,
        ),
      }))
      return all
    },
  }
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}
