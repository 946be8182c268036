import { posix, win32 } from 'node:path'

/** The machine as far as it decides where programs keep their settings. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly home: string
  /** An empty variable counts as unset. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Names in a folder; none where there is no such folder. */
  readonly list: (folder: string) => readonly string[]
}

export const join = ({ platform }: Machine, ...parts: readonly string[]): string =>
  (platform === 'win32' ? win32 : posix).join(...parts)

/** A folder that a variable may name, else one in the home folder. */
export const folderIn = (machine: Machine, variable: string, ...usual: readonly string[]): string =>
  machine.env[variable] || join(machine, machine.home, ...usual)

/** Where programs with a window keep settings: Electron's `appData`, which the others follow. */
export function applicationData(machine: Machine): string {
  if (machine.platform === 'win32') return folderIn(machine, 'APPDATA', 'AppData', 'Roaming')
  if (machine.platform === 'darwin') return join(machine, machine.home, 'Library', 'Application Support')
  return folderIn(machine, 'XDG_CONFIG_HOME', '.config')
}
