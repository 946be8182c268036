/** The installation of World Weaver that clients are told to start. */
export interface Installation {
  readonly platform: NodeJS.Platform
  /** Path of the Node.js that runs it: a client that is not started from a shell has no `PATH` to look in. */
  readonly node: string
  /** Path of `main.js`. */
  readonly program: string
  readonly version: string
}

/** What is started, without a shell. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
}

/** CNN1: by absolute paths, or by npx with a version, since what npx keeps in its cache may go at any time. */
export function launchOf(installation: Installation): Launch {
  const { platform, node, program } = installation
  if (!isFromNpx(installation)) return { command: node, args: [program] }
  const args = ['-y', pinnedPackage(installation)]
  // npx is a batch file on Windows, which only a shell can start.
  return platform === 'win32' ? { command: 'cmd', args: ['/c', 'npx', ...args] } : { command: 'npx', args }
}

/** A package name without a version would start whatever is newest on the day. */
export const pinnedPackage = ({ version }: Pick<Installation, 'version'>): string => `world-weaver@${version}`

/** npx runs a package from a folder of its cache: https://docs.npmjs.com/cli/commands/npx */
export const isFromNpx = ({ program }: Pick<Installation, 'program'>): boolean => /[/\\]_npx[/\\]/.test(program)
