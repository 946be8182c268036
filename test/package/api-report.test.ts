import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const newFolder = useTemporaryFolders()

function runReport(...options: string[]) {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/api-report.mjs', ...options], { encoding: 'utf8' })
  return { status, stderr }
}

test('the committed reports are what the build declares', () => {
  expect(runReport('--check')).toEqual({ status: 0, stderr: '' })
})

/** What somebody might do to the public types, in the declarations of this package. */
const changes: Record<string, (text: string) => string> = {
  'package.json': (text) => text.replace('"./mcp"', '"./protocol"'),
  'dist/ports/clock.d.ts': (text) => text.replace('now(): number', 'now(): bigint'),
  'dist/app/configuration/configuration.d.ts': (text) =>
    text.replace('readonly rateLimit:', 'readonly callsPerMinute:'),
  'dist/operations/index.d.ts': (text) => text.replace(/\btext: (.*)ZodString;/, 'text: $1ZodNumber;'),
  'dist/index.d.ts': (text) => `${text}
interface Hull { readonly tons: number }
declare const boats: readonly [{ readonly hull: Hull }]
export type BoatHull = (typeof boats)[0]['hull']
`,
}

describe('when public types have changed', () => {
  let root: string
  let checked: ReturnType<typeof runReport>
  const read = (name: string) => readFileSync(join(root, 'docs/api', `${name}.api.md`), 'utf8')

  beforeAll(() => {
    root = newFolder()
    cpSync('package.json', join(root, 'package.json'))
    cpSync('docs/api', join(root, 'docs/api'), { recursive: true })
    cpSync('dist', join(root, 'dist'), { recursive: true, filter: (name) => !name.endsWith('.js') })
    symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'), 'junction')
    for (const [path, change] of Object.entries(changes)) {
      const before = readFileSync(join(root, path), 'utf8')
      expect(change(before), path).not.toBe(before)
      writeFileSync(join(root, path), change(before))
    }
    checked = runReport('--check', '--root', root)
    expect(runReport('--root', root)).toEqual({ status: 0, stderr: '' })
  })

  test('the check fails, and names the reports and the command to run', () => {
    const stale = ['world-weaver', 'operations', 'protocol', 'mcp'].map((name) => `docs/api/${name}.api.md`)
    expect(checked).toEqual({
      status: 1,
      stderr: `stale: ${stale.join(', ')}. Run npm run docs:api\n`,
    })
  })

  test('a type that is exported shows it', () => {
    expect(read('world-weaver')).toContain('export interface Clock {\n    now(): bigint;\n}')
  })

  test('a type that is mentioned and not exported shows it', () => {
    expect(read('world-weaver')).toMatch(/\ninterface Configuration \{[^}]*readonly callsPerMinute: number;/)
  })

  test('what an operation takes shows it', () => {
    expect(read('operations')).toContain('InputOf<"remember"> = {\n    text: number;\n')
  })

  test('a computed type is written out, and what it is made of follows', () => {
    expect(read('world-weaver')).toContain('\nexport type BoatHull = Hull;\n')
    expect(read('world-weaver')).toContain('\ninterface Hull {\n    readonly tons: number;\n}\n')
  })

  test('an entry that is renamed has its report renamed', () => {
    expect(read('protocol')).toMatch(/^# `world-weaver\/protocol`\n/)
    expect(existsSync(join(root, 'docs/api/mcp.api.md'))).toBe(false)
  })
})
