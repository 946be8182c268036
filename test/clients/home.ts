import { lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { openConnections } from '#ww/app/connect/open-connections.js'

/** What clients are told to start; nothing is there. */
export const installation = {
  node: '/opt/node/bin/node',
  program: '/opt/world-weaver/dist/app/main.js',
  version: '1.2.3',
}

export interface Home {
  readonly folder: string
  readonly dataDir: string
  readonly connections: ReturnType<typeof openConnections>
  /** Where a client's settings are. */
  file(id: string): Promise<string>
  write(path: string, text: string | Uint8Array): void
}

/** A home folder of somebody who uses such a machine. Windows' paths cannot be walked elsewhere: see the places. */
export function homeIn(folder: string, platform: 'linux' | 'darwin' = 'linux'): Home {
  const dataDir = join(folder, 'world-weaver')
  const connections = openConnections({ dataDir, installation, machine: { platform, home: folder, env: {} } })
  return {
    folder,
    dataDir,
    connections,
    async file(id) {
      return (await connections.list()).find((client) => client.id === id)!.files[0]
    },
    write(path, text) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    },
  }
}

/** Every file, folder and link below, with its bytes and rights. */
export function snapshot(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const mode = (lstatSync(path).mode & 0o777).toString(8)
      const bytes = entry.isFile() ? readFileSync(path).toString('base64') : ''
      return `${relative(folder, path)} ${mode} ${bytes}`
    })
    .sort()
}
