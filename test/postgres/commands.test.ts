import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { migrate } from '#ww/adapters/postgres/schema/migrate.js'
import { migrations } from '#ww/adapters/postgres/schema/schema.js'
import { newestSchema } from '#ww/adapters/sqlite/schema/schema.js'
import { openWorldWeaver } from '#ww/index.js'
import { json, run, runProgram } from '../cli/ww.js'
import { useDatabases } from '../support/postgres/databases.js'
import { findServer } from '../support/postgres/find-server.js'
import { startCluster } from '../support/postgres/private-cluster.js'
import { useServer } from '../support/server.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { startWorkflowServer } from '../support/workflow-server.js'

const newFolder = useTemporaryFolders()
const newDatabase = useDatabases()
const silent = { project: null, session: 'default', logLevel: 'silent', autoConsolidate: null } as const

async function aDatabase(): Promise<{ url: string; env: Record<string, string> }> {
  const url = await newDatabase()
  return { url, env: { WW_DATABASE_URL: url } }
}

const countIn = ({ collections }: { readonly collections: Record<string, number> }): number =>
  Object.values(collections).reduce((sum, count) => sum + count, 0)

const newestOfServer = migrations.at(-1)?.version

test('[CNN10] ww migrate names the clients that start another version on this database', async () => {
  const { url, env } = await aDatabase()
  const client = new pg.Client(url)
  await client.connect()
  await migrate(client, migrations.slice(0, -1))
  await client.end()
  const home = newFolder()
  const program = join(home, 'older', 'dist', 'app', 'main.js')
  const startsIt = (database: string) => ({
    mcpServers: {
      memory: {},
      'world-weaver': { command: 'node', args: [program, 'mcp'], env: { WW_DATABASE_URL: database } },
    },
  })
  for (const folder of ['older', '.cursor', '.gemini']) mkdirSync(join(home, folder))
  writeFileSync(join(home, 'older', 'package.json'), '{ "name": "world-weaver", "version": "0.0.9" }')
  mkdirSync(join(home, 'older', 'dist', 'app'), { recursive: true })
  writeFileSync(join(home, '.cursor', 'mcp.json'), JSON.stringify(startsIt(url)))
  writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify(startsIt('postgres://elsewhere/weaver')))
  const first = await run(home, ['migrate'], { env })
  expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('another version: Cursor (0.0.9). To') })
  expect(first.stderr).toContain('has to upgrade the tables of your memories first. Afterwards')
  expect((await run(home, ['migrate'], { env })).stderr).toBe('')
})

describe('WW_DATABASE_URL', () => {
  test('memories are in the database, for every folder and machine, and none in files', async () => {
    const { env } = await aDatabase()
    const [one, other] = [newFolder(), newFolder()]
    await json(one, ['remember', 'The staging database moved to port 5433'], { env })
    const { memories } = await json(other, ['recall', 'which port does staging use?'], { env })
    expect(memories[0].content).toBe('The staging database moved to port 5433')
    // The audit log is each machine's own.
    const files = [one, other].flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    expect(files.filter((each) => each.isFile()).map(({ parentPath }) => basename(parentPath))).toEqual(['audit'])
    const stats = await json(one, ['stats'], { env })
    expect(stats.storage.engine).toMatch(/^postgres/i)
    expect(countIn(stats)).toBe(1)
  })

  test('a folder that is named on the command line is what is meant', async () => {
    const { env } = await aDatabase()
    const folder = newFolder()
    const own = ['--data-dir', join(folder, 'own')]
    await json(folder, ['remember', 'in the file', ...own], { env })
    expect(countIn(await json(folder, ['stats'], { env }))).toBe(0)
    expect(countIn(await json(folder, ['stats', ...own], { env }))).toBe(1)
  })

  test('[COM3] a tenant sees its own', async () => {
    const { env } = await aDatabase()
    const folder = newFolder()
    await json(folder, ['key', 'create', '--tenant', 'acme'], { env })
    await json(folder, ['remember', 'of acme', '--tenant', 'acme'], { env })
    expect(countIn(await json(folder, ['stats'], { env }))).toBe(0)
    expect(countIn(await json(folder, ['stats', '--tenant', 'acme'], { env }))).toBe(1)
  })

  test('[COM3] a tenant that is mistyped is refused, as with files, and not made', async () => {
    const { url, env } = await aDatabase()
    const folder = newFolder()
    await json(folder, ['key', 'create', '--tenant', 'acme'], { env })
    for (const args of [['remember', 'of acme'], ['stats'], ['recall', 'acme']]) {
      const { code, stderr } = await run(folder, [...args, '--tenant', 'acne'], { env })
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining('must be a tenant; "acne" is none: "ww key list" shows them'),
      })
    }
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query('SELECT name FROM tenants')
    await client.end()
    expect(rows).toEqual([])
  })

  test('the library and the MCP server use it too', async () => {
    const { url, env } = await aDatabase()
    const mind = openWorldWeaver({ ...silent, databaseUrl: url, dataDir: newFolder() })
    await mind.call('remember', { text: 'The lighthouse keeper feeds the gulls at dawn.' })
    await mind.close()
    const server = await useServer({ dataDir: newFolder(), env })
    const { memories } = await server.ask('recall', { query: 'Who feeds the gulls?', project: '*' })
    expect(memories).toMatchObject([{ content: 'The lighthouse keeper feeds the gulls at dawn.' }])
  })

  test('[HOK8] a hook that finds no server asks it', async () => {
    const { env } = await aDatabase()
    const folder = newFolder()
    await json(folder, ['remember', 'The staging database listens on port 5433'], { env })
    const input = JSON.stringify({
      hook_event_name: 'UserPromptSubmit',
      session_id: 's',
      cwd: folder,
      prompt: 'which port does the staging database use since last week?',
    })
    const { code, stdout, stderr } = await runProgram(folder, ['hook', 'prompt', '--wait'], { input, env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('The staging database listens on port 5433')
  })

  test('[COM9] keys are in the database: a server elsewhere knows them, and their end, at once', async () => {
    const { env } = await aDatabase()
    const { token } = await json(newFolder(), ['key', 'create', '--name', 'laptop', '--tenant', 'acme'], { env })
    const server = await startWorkflowServer({ dataDir: newFolder(), env: { ...env, WW_AUTH: 'required' } })
    onTestFinished(async () => void (await server.stop()))
    const call = async (tool: string, body: object) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
      const answer = await fetch(`${server.url}/tools/${tool}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: answer.status, body: await answer.json() }
    }
    expect(await call('remember', { text: 'The anchor is in the shed.' })).toMatchObject({ status: 200 })
    expect(await call('recall', { query: 'Where is the anchor?' })).toMatchObject({
      body: { memories: [{ content: 'The anchor is in the shed.' }] },
    })
    expect(countIn(await json(newFolder(), ['stats'], { env }))).toBe(0)
    await json(newFolder(), ['key', 'revoke', 'laptop'], { env })
    expect(await call('recall', { query: 'Where is the anchor?' })).toMatchObject({ status: 401 })
  })

  test('`ww try` and the doctor leave it alone', async () => {
    const { url, env } = await aDatabase()
    const { findings } = await json(newFolder(), ['doctor'], { env })
    const find = (name: string) => findings.find(({ check }: { check: string }) => check === name)
    expect(find('database').detail).toMatch(/schema 0; "ww migrate", or the next start, brings it to \d/)
    expect(find('pgvector').status).toBe('ok')
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query("SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace")
    await client.end()
    expect(rows).toEqual([])
  })
})

describe('ww migrate', () => {
  test('says from where to where, also of a file', async () => {
    const { env } = await aDatabase()
    const folder = newFolder()
    expect(await json(folder, ['migrate'], { env })).toMatchObject({ from: 0, to: newestOfServer })
    expect(await json(folder, ['migrate'], { env })).toMatchObject({ from: newestOfServer, to: newestOfServer })
    expect(await json(folder, ['migrate'])).toMatchObject({ from: 0, to: newestSchema })
    expect((await run(folder, ['migrate'])).stdout).toMatch(
      new RegExp(`world-weaver\\.db is already at schema ${newestSchema}\\.\\n$`),
    )
  })

  test('of many that start at once one makes the tables', async () => {
    const { env } = await aDatabase()
    const folder = newFolder()
    const ran = await Promise.all(Array.from({ length: 5 }, () => run(folder, ['migrate'], { env })))
    expect(ran.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(5).fill({ code: 0, stderr: '' }))
  })
})

describe('what cannot be used is said, without what is secret', () => {
  const secretOf = (url: string) => {
    const secret = new URL(url)
    secret.password = 'geheim-4711'
    return secret
  }
  const told = async (args: readonly string[], url: string) => {
    const ran = await runProgram(newFolder(), args, { env: { WW_DATABASE_URL: url, WW_LOG_LEVEL: 'debug' } })
    expect(ran.stdout + ran.stderr).not.toContain('geheim')
    return ran
  }

  test('an address that is none', async () => {
    const { code, stderr } = await told(['stats'], 'mysql://weaver:geheim-4711@localhost/weaver')
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'ww: WW_DATABASE_URL must be the address of a PostgreSQL database, such as postgres://user:password@host:5432/name.\n',
    })
  })

  test('a database that the server does not have', async () => {
    const url = secretOf(await newDatabase())
    url.pathname = '/nowhere'
    const { code, stderr } = await told(['stats'], url.href)
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has no database with the name'),
    })
  })

  test('a server that does not answer', async () => {
    const { code, stdout } = await told(['doctor'], 'postgres://weaver:geheim-4711@127.0.0.1:1/weaver')
    expect(code).toBe(1)
    expect(stdout).toMatch(/✗ database +postgres:\/\/weaver@127\.0\.0\.1:1\/weaver: \S/)
    const migrated = await told(['migrate'], 'postgres://weaver:geheim-4711@127.0.0.1:1/weaver')
    expect(migrated).toMatchObject({ code: 1, stderr: expect.stringContaining('ECONNREFUSED') })
    const remembered = await told(['remember', 'x'], 'postgres://weaver:geheim-4711@127.0.0.1:1/weaver')
    expect(remembered.stderr).toContain('The database does not answer; nothing was')
  })

  test('a database that holds no other script than the Latin one, and one that is another program’s', async () => {
    const url = new URL(await newDatabase())
    const server = new pg.Client({ connectionString: url.href })
    await server.connect()
    const latin = `${url.pathname.slice(1)}_latin`
    await server.query(`CREATE DATABASE ${latin} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'`)
    onTestFinished(async () => {
      await server.query(`DROP DATABASE ${latin} WITH (FORCE)`)
      await server.end()
    })
    await server.query('CREATE TABLE tenants (flat TEXT)')
    const others = await told(['stats'], url.href)
    expect(others).toMatchObject({ code: 1, stderr: expect.stringContaining('tables of another program') })
    url.pathname = `/${latin}`
    const { code, stderr } = await told(['stats'], url.href)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('has the encoding LATIN1') })
  })

  test('a driver that is not installed', async () => {
    const inFolder = newFolder()
    const hook = join(inFolder, 'hook.mjs')
    writeFileSync(
      hook,
      "export const resolve = (name, context, next) => name === 'pg' ? Promise.reject(new Error('gone')) : next(name, context)",
    )
    const register = join(inFolder, 'register.mjs')
    writeFileSync(
      register,
      `import { register } from 'node:module'; register(${JSON.stringify(pathToFileURL(hook).href)})`,
    )
    const NODE_OPTIONS = `--import ${pathToFileURL(register).href}`
    const { code, stderr } = await runProgram(newFolder(), ['stats'], {
      env: { WW_DATABASE_URL: await newDatabase(), NODE_OPTIONS },
    })
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('npm install pg') })
  })

  const { programs } = findServer() ?? {}
  // A server that somebody else runs has its own rules.
  if (programs !== undefined)
    test('a server that may lose a write; a password that is wrong, and a user who may not create tables', async () => {
      const cluster = await startCluster(programs)
      onTestFinished(() => cluster.stop())
      const durability = async () => {
        const { findings } = await json(newFolder(), ['doctor'], { env: { WW_DATABASE_URL: cluster.url } })
        return findings.find(({ check }: { check: string }) => check === 'server durability').status
      }
      expect(await durability()).toBe('ok')
      const server = new pg.Client({ connectionString: cluster.url })
      await server.connect()
      await server.query("CREATE ROLE guest LOGIN PASSWORD 'geheim-4711'")
      await server.query('CREATE DATABASE guarded')
      await server.query('ALTER SYSTEM SET fsync = off')
      await server.query('SELECT pg_reload_conf()')
      await expect.poll(durability).toBe('warning')
      const { rows } = await server.query("SELECT setting FROM pg_settings WHERE name = 'hba_file'")
      await server.query(`COPY (SELECT 'host all guest 127.0.0.1/32 scram-sha-256') TO '${rows[0].setting}'`)
      await server.query('SELECT pg_reload_conf()')
      await server.end()
      const url = new URL(cluster.url)
      url.pathname = '/guarded'
      url.username = 'guest'
      url.password = 'geheim-4711'
      expect((await told(['stats'], url.href)).stderr).toContain('may not create tables or the extension "vector"')
      url.password = 'geheim-falsch'
      expect((await told(['stats'], url.href)).stderr).toContain('refuses the password in WW_DATABASE_URL')
    })
})
