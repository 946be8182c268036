import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface PrivateCluster {
  /** Of its database `postgres`; whoever connects is the superuser. */
  readonly url: string
  readonly port: number
  /** Kills the server as it is, and starts it again on what it left. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * A server of our own in a temporary folder, on a free port of this machine alone, as durable as any (`fsync` is on) unless
 * other settings are given. It ends with this process, however that ends.
 */
export async function startCluster(
  programs: string,
  given: Readonly<Record<string, string>> = {},
): Promise<PrivateCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'world-weaver-postgres-'))
  const owner = findOwner()
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  execFileSync(join(programs, 'initdb'), init, { ...owner, stdio: ['ignore', 'ignore', 'inherit'], cwd: folder })
  const port = await findFreePort()
  let running = await launch(port)

  async function launch(on: number): Promise<ChildProcess> {
    const own = { port: on, listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 400 }
    const settings = { ...own, ...given }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    // The shell waits for the end of its input, which comes also when this process is killed.
    const script = '"$0" "$@" & server=$!; read _; kill -QUIT $server; wait $server'
    const child = spawn('sh', ['-c', script, join(programs, 'postgres'), '-D', data, ...args], {
      ...owner,
      cwd: folder,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    await isUp(child)
    return child
  }

  async function end(): Promise<void> {
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.stdin?.end()
    await ended
  }

  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    async restart() {
      await end()
      running = await launch(port)
    },
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** PostgreSQL refuses to run as root. */
function findOwner(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const ask = (option: string, name: string) => Number(execFileSync('id', [option, name], { stdio: 'pipe' }))
  for (const name of ['postgres', 'nobody']) {
    try {
      return { uid: ask('-u', name), gid: ask('-g', name) }
    } catch {
      // The next name.
    }
  }
  return undefined
}

function isUp(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let told = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      if (told.length < 100_000) told += chunk.toString()
      if (told.includes('database system is ready to accept connections')) resolve()
    })
    child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${told}`)))
  })
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
