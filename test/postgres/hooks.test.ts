import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { storeFolder } from '#ww/app/configuration/store-folder.js'
import { readHookRecords } from '#ww/app/hook/records/hook-records.js'
import { json, runProgram } from '../cli/ww.js'
import { useDatabases } from '../support/postgres/databases.js'
import { startRawServer } from '../support/raw-server.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const newFolder = useTemporaryFolders()
const newDatabase = useDatabases()

test('[HOK8] ww mcp of a database answers its hooks, and not those of the files in the same folder', async () => {
  const home = newFolder()
  const dataDir = join(home, 'data')
  const env = { WW_DATABASE_URL: await newDatabase(), WW_PROJECT: 'acme/harbor' }
  const files = { WW_PROJECT: 'acme/harbor' }
  await json(home, ['remember', 'The staging database of the files listens on port 5433.'], { env: files })
  await json(home, ['remember', 'The staging database of the team listens on port 6644.'], { env })
  const server = startRawServer({ dataDir, env })
  await server.initialize()
  const folder = storeFolder(dataDir, env.WW_DATABASE_URL)
  await expect.poll(() => existsSync(join(folder, 'habit', `${server.process.pid}.sock`))).toBe(true)
  const ask = (from: Readonly<Record<string, string>>) =>
    runProgram(home, ['hook', 'prompt', '--wait'], {
      input: JSON.stringify({ session_id: 's-1', cwd: home, prompt: 'which port does the staging database use?' }),
      env: from,
    })
  const [ofTeam, ofFiles] = [await ask(env), await ask(files)]
  expect([ofTeam.stdout.includes('6644'), ofTeam.stdout.includes('5433')]).toEqual([true, false])
  expect([ofFiles.stdout.includes('6644'), ofFiles.stdout.includes('5433')]).toEqual([false, true])
  expect([readHookRecords(folder), readHookRecords(dataDir)]).toMatchObject([[{ by: 'server' }], [{ by: 'itself' }]])
  server.process.stdin.end()
  await server.exit
})
