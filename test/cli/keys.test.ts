import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { json, run, runProgram } from './ww.js'

const newFolder = useTemporaryFolders()
const tokenPattern = /ww_[0-9a-f]{12}_[\w-]{43}/g

describe('ww key', () => {
  test('create shows the key once, and says so; list shows all but the key', async () => {
    const folder = newFolder()
    const created = await run(folder, ['key', 'create', '--name', 'laptop', '--expires', '30d'])
    expect(created).toMatchObject({ code: 0, stderr: '' })
    expect(created.stdout.match(tokenPattern)).toHaveLength(1)
    expect(created.stdout).toContain('it will not be shown again')
    const [token = ''] = created.stdout.match(tokenPattern) ?? []
    const listed = await run(folder, ['key', 'list'])
    for (const shown of ['laptop', token.slice(3, 15), 'default', 'write', 'all', 'just now', 'never']) {
      expect(listed.stdout).toContain(shown)
    }
    expect(listed.stdout).not.toContain(token.slice(-43))
    expect((await run(folder, ['key', 'list', '--json'])).stdout).not.toContain(token.slice(-43))
  })

  test('--json tells programs the same', async () => {
    const folder = newFolder()
    const bound = ['--tenant', 'acme', '--session', 'anna', '--session', 'shared', '--role', 'read']
    const created = await json(folder, ['key', 'create', '--name', 'anna', ...bound, '--expires', '2999-12-31'])
    const { token, ...key } = created
    expect(token).toMatch(tokenPattern)
    expect(key).toEqual({
      id: token.slice(3, 15),
      name: 'anna',
      tenant: 'acme',
      role: 'read',
      sessions: ['anna', 'shared'],
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      expires_at: '3000-01-01T00:00:00Z',
      last_used_at: null,
      revoked_at: null,
    })
    expect(await json(folder, ['key', 'list'])).toEqual({ keys: [key] })
    expect(await json(folder, ['key', 'list', '--tenant', 'default'])).toEqual({ keys: [] })
    expect(await json(folder, ['key', 'revoke', 'anna'])).toEqual({ ...key, revoked_at: expect.any(String) })
    expect((await run(folder, ['key', 'list'])).stdout).toContain('anna, revoked just now')
  })

  test('no key is no trouble, and makes no file', async () => {
    const folder = newFolder()
    expect((await run(folder, ['key', 'list'])).stdout).toBe('There are no keys. "ww key create" creates one.\n')
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  test('a file that holds no keys is said to be none', async () => {
    const folder = newFolder()
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'data', 'keys.db'), 'This is no database at all. '.repeat(50))
    const { code, stderr } = await run(folder, ['key', 'list'])
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'ww: The keys could not be read or written: file is not a database.\n',
    })
  })

  test.each([
    [['create', '--session', 'default'], '--session "default" sees all sessions'],
    [['create', '--session', 'a b'], '--session must be'],
    [['create', '--tenant', '../acme'], '--tenant must be'],
    [['create', '--role', 'owner'], '--role must be one of read, write, admin'],
    [['create', '--role', 'admin', '--tenant', 'acme'], '--role admin is for the whole server'],
    [['create', '--expires', 'soon'], '--expires must be'],
    [['create', '--name', '\u001b[2J'], '--name must be'],
    [['revoke', 'nobody'], 'Key "nobody" not found'],
  ])('%j is refused, and it says why', async (args, reason) => {
    const folder = newFolder()
    const { code, stdout, stderr } = await run(folder, ['key', ...args])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(reason)
    expect(existsSync(join(folder, 'data', 'keys.db'))).toBe(false)
  })

  test('[COM3] the memories of a tenant are opened by its name, once it has a key', async () => {
    const folder = newFolder()
    const early = await run(folder, ['stats', '--tenant', 'acme'])
    expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('"acme" is none')])
    await run(folder, ['key', 'create', '--tenant', 'acme'])
    expect((await run(folder, ['remember', 'The anchor is blue.', '--tenant', 'acme'])).code).toBe(0)
    const seen = async (env: Record<string, string>) => (await run(folder, ['export'], { env })).stdout
    expect(await seen({ WW_TENANT: 'acme' })).toContain('The anchor is blue.')
    expect(await seen({})).not.toContain('The anchor is blue.')
    expect((await runProgram(folder, ['doctor', '--tenant', 'acme', '--json'])).stdout).toContain(
      join('tenants', 'acme'),
    )
  })

  test('serve refuses an address that others can reach while there is no key', async () => {
    const { code, stderr } = await runProgram(newFolder(), ['serve', '--host', '0.0.0.0', '--port', '0'])
    expect(code).toBe(1)
    expect(stderr).toContain('ww key create')
  })
})
