// A server for a team: every person has a key, and behind it memories that nobody else sees. Makes the keys, starts the
// server, and calls it as two people would, each from a machine of their own.
//
//   npm install world-weaver
//   node team-server.mjs
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient, WorldWeaverError } from 'world-weaver/client'

// The program that `npx ww` starts, with memories and keys for this example alone, and no log line for each request.
const program = fileURLToPath(new URL('dist/app/main.js', import.meta.resolve('world-weaver/package.json')))
const dataDir = await mkdtemp(join(tmpdir(), 'world-weaver-'))
const env = { ...process.env, WW_DATA_DIR: dataDir, WW_DATABASE_URL: '', WW_LOG_LEVEL: 'warn' }

/** Runs a command of `ww`, as somebody types it on the server. */
async function ww(command) {
  console.log(`$ ww ${command}`)
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...command.split(' ')], { env })
  return stdout
}

/** The key is shown this once; the server keeps only its hash. */
const createKey = async (options) => JSON.parse(await ww(`key create ${options} --json`)).token

async function serve() {
  console.log('$ ww serve --auth')
  const args = [program, 'serve', '--auth', '--port', '0']
  const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: server.stdout })) {
    const [url] = line.match(/http:\S+/) ?? []
    if (url) return { url, stop: () => Promise.all([once(server, 'exit'), server.kill()]) }
  }
  throw new Error('ww serve did not start')
}

/** What somebody finds, or why the server refuses to say. */
async function ask(name, client, query) {
  console.log(`${name}: ${query}`)
  try {
    const { memories, nothing_relevant } = await client.call('recall', { query, limit: 1 })
    console.log(nothing_relevant ? '  Nothing is known about that.' : `  ${memories[0].content}`)
  } catch (error) {
    if (!(error instanceof WorldWeaverError)) throw error
    console.log(`  ${error.code}: ${error.message}`)
  }
}

let server
try {
  const annasKey = await createKey('--tenant anna --name anna')
  const bensKey = await createKey('--tenant ben --name ben')
  server = await serve()
  const anna = createClient({ url: server.url, key: annasKey })
  const ben = createClient({ url: server.url, key: bensKey })

  await anna.call('remember', { text: 'The spare key of the office is under the blue flowerpot.' })
  await ben.call('remember', { text: 'My dentist appointment is on Friday at nine.' })
  await ask('Anna', anna, 'Where is the spare key of the office?')
  await ask('Ben', ben, 'Where is the spare key of the office?')
  await ask('Anna', anna, 'When is the dentist appointment?')
  await ask('Ben', ben, 'When is the dentist appointment?')

  await ask('Somebody without a key', createClient({ url: server.url }), 'Where is the spare key of the office?')
  await ww('key revoke ben')
  await ask('Ben', ben, 'When is the dentist appointment?')
} finally {
  await server?.stop()
  await rm(dataDir, { recursive: true })
}
