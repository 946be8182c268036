import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { run, runProgram } from '../cli/ww.js'
import { createKey } from '../support/keys.js'
import { lacks } from '../support/parts.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { useWorkflowServer } from '../support/workflow-server.js'

const read = (path: string) => readFileSync(`deploy/${path}`, 'utf8')

describe('the unit for systemd', () => {
  const unit = 'systemd/world-weaver.service'
  const settings = [...read(unit).matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!] as const)
  const newFolder = useTemporaryFolders()

  test.skipIf(lacks('systemd'))('is understood, and leaves little exposed', () => {
    // The user is made at installation.
    const file = join(newFolder(), 'world-weaver.service')
    writeFileSync(file, read(unit).replaceAll(/^(User|Group)=.*$/gm, '$1=root'))
    const verified = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    expect({ status: verified.status, said: verified.stderr }).toEqual({ status: 0, said: '' })
    const security = ['security', '--offline=yes', '--threshold=20', '--no-pager']
    const weighed = spawnSync('systemd-analyze', [...security, `deploy/${unit}`], { encoding: 'utf8' })
    expect({ status: weighed.status, said: weighed.stderr }).toEqual({ status: 0, said: '' })
  })

  test('starts what there is to start, asks for keys, and writes to its own folder', async () => {
    const [, command] = settings.find(([name]) => name === 'ExecStart')!
    const [, ...args] = command.split(' ').slice(1)
    expect(command).toMatch(/^\/usr\/bin\/env ww serve /)
    expect((await run(newFolder(), [...args, '--help'])).code).toBe(0)
    const variables = settings.filter(([name]) => name === 'Environment').map(([, value]) => value)
    expect(variables).toContain('WW_AUTH=required')
    expect(variables).toContain('WW_DATA_DIR=%S/world-weaver')
    expect(settings).toContainEqual(['StateDirectory', 'world-weaver'])
  })
})

describe('the Dockerfile', () => {
  const text = read('docker/Dockerfile').replaceAll(/\\\n/g, ' ')
  const instructions = text.split('\n').flatMap((line) => {
    const [, name, rest] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, rest!.trim()] as const]
  })
  const of = (name: string) => instructions.filter(([each]) => each === name).map(([, rest]) => rest)
  const newFolder = useTemporaryFolders()

  test('copies what is there, and all that the build and the package need', () => {
    const copied = of('COPY')
      .filter((rest) => !rest.startsWith('--from'))
      .flatMap((rest) => rest.split(' ').slice(0, -1))
    for (const path of copied) expect(existsSync(path), path).toBe(true)
    const sent = read('docker/Dockerfile.dockerignore')
      .split('\n')
      .flatMap((line) => line.match(/^!(.*)/)?.[1] ?? [])
    expect(sent.sort()).toEqual(copied.filter((path) => path !== './').sort())
    const { files, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, never>
    const needed = [...(files as string[]).filter((path) => path !== 'dist' && !path.includes('/')), 'kernel', 'src']
    expect(copied).toEqual(expect.arrayContaining([...needed, 'package-lock.json', 'tsconfig.build.json', 'LICENSE']))
    // What the script of the build names is there, too.
    expect((scripts as { build: string }).build).toContain('rolldown --config rolldown.config.mjs')
    expect(copied).toContain('rolldown.config.mjs')
  })

  test('runs as nobody in particular, from a volume of that user’s, and does not start without a key', async () => {
    const order = instructions.map(([name]) => name)
    expect(of('USER')).toEqual(['node'])
    expect(order.indexOf('USER')).toBeLessThan(order.indexOf('ENTRYPOINT'))
    expect(of('VOLUME')).toEqual(['/data'])
    expect(text).toMatch(/install --directory --owner=node [^\n]*\/data/)
    expect(JSON.parse(of('ENTRYPOINT')[0]!)).toEqual(['ww'])
    const command: string[] = JSON.parse(of('CMD').at(-1)!)
    const refused = await runProgram(newFolder(), [...command.slice(0, -1), '0'])
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toContain('ww key create')
  })

  test('is healthy when the server is ready, and not when it is none', async () => {
    const [check] = /CMD (\[.*\])$/.exec(of('HEALTHCHECK')[0]!)!.slice(1)
    const [program, flag, script] = JSON.parse(check!) as [string, string, string]
    expect([program, flag]).toEqual(['node', '-e'])
    const server = await useWorkflowServer({ dataDir: newFolder() })
    const healthy = (url: string) =>
      spawnSync(process.execPath, [flag, script.replace('http://127.0.0.1:8000', url)]).status
    expect(script).toContain('http://127.0.0.1:8000/health/ready')
    expect(healthy(server.url)).toBe(0)
    await server.stop()
    expect(healthy(server.url)).toBe(1)
  })
})

describe('a proxy in front', () => {
  const newFolder = useTemporaryFolders()

  /** As the examples forward it. */
  const forwarded = (url: string, headers: Record<string, string>): Promise<{ status: number; id: unknown }> =>
    new Promise((resolve, reject) => {
      const sending = request(`${url}/tools/memory_stats`, { method: 'POST', headers }, (response) => {
        response.resume()
        resolve({ status: response.statusCode ?? 0, id: response.headers['x-request-id'] })
      })
      sending.on('error', reject)
      sending.end('{}')
    })

  test.each(['Caddyfile', 'nginx.conf'])('%s is whole, and passes on what the server needs', (name) => {
    const text = read(`proxy/${name}`)
    expect(text.split('{').length).toBe(text.split('}').length)
    expect(text).toContain('127.0.0.1:8000')
    expect(text).toContain('X-Request-Id')
    if (name === 'Caddyfile') return expect(text).toContain('flush_interval -1')
    for (const line of [
      'proxy_set_header Host $host;',
      'proxy_buffering off;',
      'proxy_set_header Upgrade $http_upgrade;',
    ])
      expect(text).toContain(line)
    // Every statement ends.
    for (const line of text.split('\n')) expect(line).toMatch(/^\s*(#.*|.*[{};])?$/)
  })

  test('[COM3] brings the name that the server was told of, and callers who need a key', async () => {
    const dataDir = newFolder()
    const token = await createKey(dataDir, 'laptop')
    const server = await useWorkflowServer({ dataDir, env: { WW_ALLOWED_HOSTS: 'memory.example.org' } })
    const proxied = { host: 'memory.example.org', 'x-forwarded-for': '203.0.113.7', 'content-type': 'application/json' }
    const authorization = `Bearer ${token}`
    expect(await forwarded(server.url, proxied)).toMatchObject({ status: 401 })
    expect(await forwarded(server.url, { ...proxied, authorization, 'x-request-id': 'p-1' })).toEqual({
      status: 200,
      id: 'p-1',
    })
    expect(await forwarded(server.url, { ...proxied, authorization, host: 'evil.example' })).toMatchObject({
      status: 403,
    })
  })
})
