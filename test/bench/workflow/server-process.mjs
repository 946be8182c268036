import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A server of the workflow door in a process of its own, which tells how much memory it holds. */
export async function startServer(dataDir) {
  const program = fileURLToPath(new URL('../../support/programs/workflow-server.mjs', import.meta.url))
  const child = fork(program, {
    env: {
      PATH: process.env.PATH,
      WW_DATA_DIR: dataDir,
      WW_RATE_LIMIT: '0',
      WW_AUTO_CONSOLIDATE: '0',
    },
    execArgv: ['--expose-gc'],
  })
  const [{ url }] = await once(child, 'message')
  let asked = 0
  return {
    url,
    async usage() {
      const id = ++asked
      child.send({ id, command: 'usage' })
      const [{ answer }] = await once(child, 'message')
      return answer
    },
    async stop() {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}
