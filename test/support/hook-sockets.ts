import { spawnSync } from 'node:child_process'
import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** A process that listens for hooks, until the test ends. */
export async function listenAt(path: string): Promise<void> {
  const server = createServer((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => server.listen(path, resolve))
  onTestFinished(() => {
    server.close()
  })
}

/** The socket of a process that was killed. */
export function leaveSocket(path: string): void {
  const program = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`
  spawnSync(process.execPath, ['-e', program])
}
