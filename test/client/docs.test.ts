import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { useWorkflowServer } from '../support/workflow-server.js'

const newFolder = useTemporaryFolders()

test('the program on the page of the client runs, from top to bottom', async () => {
  const server = await useWorkflowServer({ dataDir: newFolder() })
  const folder = newFolder()
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(process.cwd(), join(folder, 'node_modules', 'world-weaver'), 'junction')
  symlinkSync(join(process.cwd(), 'node_modules', 'ws'), join(folder, 'node_modules', 'ws'), 'junction')
  const page = readFileSync('docs/client.md', 'utf8')
  const program = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, text]) => text).join('\n')
  expect(program).toContain("'http://localhost:8000'")
  writeFileSync(join(folder, 'page.mjs'), program.replace('http://localhost:8000', server.url))
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['page.mjs'], { cwd: folder })
  expect(stderr).toBe('')
  expect(stdout.trimEnd().split('\n')).toEqual([
    'The best product for hiking is the Alpine boot.',
    'validation_error query',
    'By what should I judge "best product", and for which purpose, place or time?',
    'completed 1',
    'progress Reading the question',
    'progress Searching memory',
    'memories Memories retrieved',
    'true',
    'complete Workflow finished',
  ])
})
