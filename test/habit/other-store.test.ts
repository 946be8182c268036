import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { storeFolder } from '#ww/app/configuration/store-folder.js'
import { folder, hook, prompt, remember, staging, useAgent } from './agent.js'

useAgent()

// Nobody listens there: what is told can only come from another store.
const url = 'postgres://weaver:secret@127.0.0.1:1/weaver'
const env = { WW_DATABASE_URL: url }
const dataDir = () => join(folder, 'data')

/** A running process that serves the memories of a folder. */
async function serving(place: string, text: string): Promise<void> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => socket.end(JSON.stringify({ spoken: { text, ids: ['m'], tokens: 3 } })))
  })
  mkdirSync(join(place, 'habit'), { recursive: true })
  await new Promise<void>((resolve) => server.listen(join(place, 'habit', `${process.pid}.sock`), resolve))
  onTestFinished(() => {
    server.close()
  })
}

test('[HOK8] a hook of a database is not answered by a process that serves the files of the same folder', async () => {
  await remember(staging)
  await serving(dataDir(), 'from the files')
  expect((await hook('prompt', prompt, env)).stdout).toBe('')
  expect((await hook('prompt', prompt)).stdout).toContain('from the files')
})

test('[HOK8] nor one of the files by a process that serves a database', async () => {
  await remember(staging)
  await serving(storeFolder(dataDir(), url), 'from the database')
  expect((await hook('prompt', prompt)).stdout).toContain('5433')
  expect((await hook('prompt', { ...prompt, session_id: 'another' }, env)).stdout).toContain('from the database')
})

test('[HOK8] what a session of one store leaves is not stored in the other', async () => {
  const transcript = join(folder, 'session.jsonl')
  writeFileSync(transcript, '')
  await hook('stop', { transcript_path: transcript }, env)
  expect(existsSync(join(dataDir(), 'habit', 'sessions'))).toBe(false)
  expect(existsSync(join(storeFolder(dataDir(), url), 'habit', 'sessions', 's-1.json'))).toBe(true)
})

test('[HOK8] databases differ by what their addresses name, whatever the password', () => {
  const place = storeFolder('/data', url)
  expect(storeFolder('/data', url.replace('secret', 'other'))).toBe(place)
  expect(storeFolder('/data', url.replace(/weaver$/, 'another'))).not.toBe(place)
  expect(storeFolder('/data', undefined)).toBe('/data')
})
