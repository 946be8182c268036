import { posix, win32 } from 'node:path'

/** What decides where programs store their settings on a machine. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly home: string
  /** An empty variable counts as unset. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Names in a folder; empty if it does not exist. */
  readonly list: (folder: string) => readonly string[]
}

export const join = ({ platform }: Machine, ...parts: readonly string[]): string =>
  (platform === 'win32' ? win32 : posix).join(...parts)

/** The folder that the variable names, else one in the home folder. */
export const folderIn = (machine: Machine, variable: string, ...defaultPath: readonly string[]): string =>
  machine.env[variable] || join(machine, machine.home, ...defaultPath)

/** Where desktop programs store settings: Electron's `appData`, which the others follow. */
export function applicationData(machine: Machine): string {
  if (machine.platform === 'win32') return folderIn(machine, 'APPDATA', 'AppData', 'Roaming')
  if (machine.platform === 'darwin') return join(machine, machine.home, 'Library', 'Application Support')
  return folderIn(machine, 'XDG_CONFIG_HOME', '.config')
}
