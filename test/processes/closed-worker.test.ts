import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import type { CallMessage, ReplyMessage, Role } from '#ww/adapters/sqlite/thread/messages.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const newFolder = useTemporaryFolders()
const program = new URL('../../dist/adapters/sqlite/thread/worker.js', import.meta.url)
const calls = { reader: 'newestEvent', writer: 'packOne' } satisfies Record<Role, string>

// The thread is terminated after `close`. A native call that runs then aborts the whole process.
test.each(['reader', 'writer'] as const)('a %s starts no call after `close`', async (role) => {
  const workerData = { path: join(newFolder(), 'memories.db'), role }
  const worker = new Worker(program, { workerData, execArgv: [] })
  onTestFinished(async () => void (await worker.terminate()))
  const answered: number[] = []
  worker.on('message', ({ id }: ReplyMessage) => answered.push(id))
  const names = [calls[role], 'close', calls[role], calls[role]]
  for (const [id, name] of names.entries()) worker.postMessage({ id, name, args: [] } satisfies CallMessage)
  while (!answered.includes(1)) await once(worker, 'message')
  worker.postMessage({ id: names.length, name: calls[role], args: [] } satisfies CallMessage)
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(answered).toEqual([0, 1])
})
