import { join, posix, win32 } from 'node:path'
import { invalid } from '../errors.js'

/** An empty variable counts as unset: many launchers cannot leave one out. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Where memories are kept. In a file of its own: a hook needs no more of the configuration. */
export function readDataDir(env: Environment, cwd: string, platform: NodeJS.Platform, home: string): string {
  const path = platform === 'win32' ? win32 : posix
  const wanted = env.WW_DATA_DIR
  if (!wanted) return path.join(userDataDir(env, platform, home), 'world-weaver')
  if (wanted.includes('\0')) throw invalid('WW_DATA_DIR', 'WW_DATA_DIR must be the path of a folder')
  // Clients start the server without a shell, so nobody else expands the tilde.
  return path.resolve(
    cwd,
    wanted.replace(/^~(?=$|[/\\])/, () => home),
  )
}

export const databasePath = ({ dataDir }: { readonly dataDir: string }): string => join(dataDir, 'world-weaver.db')

function userDataDir(env: Environment, platform: NodeJS.Platform, home: string): string {
  if (platform === 'win32') return env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local')
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support')
  // The XDG specification says to ignore a relative path.
  if (env.XDG_DATA_HOME && posix.isAbsolute(env.XDG_DATA_HOME)) return env.XDG_DATA_HOME
  return posix.join(home, '.local', 'share')
}
