import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A server in a process of its own, which says on stdout where it listens. */
export async function startChild(args, env) {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...env },
    // The log is written as ever; nobody reads it.
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\/\/\S+/.exec(line) ?? []
    if (url === undefined) continue
    child.stdout.resume()
    return {
      url,
      pid: child.pid,
      async stop() {
        // Ctrl-C ends the whole group of processes: this one may have heard it, too.
        if (child.exitCode !== null || child.signalCode !== null) return
        const exit = once(child, 'exit')
        child.kill('SIGTERM')
        await exit
      },
    }
  }
  throw new Error('the server did not start')
}
