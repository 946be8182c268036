import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Job {
  readonly 'runs-on'?: string
  readonly 'timeout-minutes'?: number
  readonly needs?: string
  readonly uses?: string
  readonly environment?: string
  readonly permissions?: Readonly<Record<string, string>>
  readonly container?: { readonly image: string }
  readonly strategy?: { readonly matrix: { readonly os: readonly string[]; readonly node: readonly number[] } }
  readonly env?: Readonly<Record<string, unknown>>
  readonly steps?: readonly Step[]
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: unknown
  readonly concurrency: { readonly group: string }
  readonly jobs: Readonly<Record<string, Job>>
}

const folder = '.github/workflows'
const names = readdirSync(folder)
const read = (name: string): Workflow => parse(readFileSync(join(folder, name), 'utf8'))
const stepsOf = ({ steps = [] }: Job) => steps
const expression = (value: string) => `\${{ ${value} }}`
const runsOf = (job: Job) => stepsOf(job).flatMap(({ run }) => run ?? [])
const { scripts, engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
  engines: { node: string }
}

test('there are three workflows', () => {
  expect(names.sort()).toEqual(['ci.yml', 'nightly.yml', 'release.yml'])
})

describe.each(names)('%s', (name) => {
  const workflow = read(name)
  const jobs = Object.values(workflow.jobs)

  test('may only read, one run at a time, and every job ends', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect(workflow.concurrency.group).toMatch(/^\w+/)
    for (const job of jobs.filter(({ uses }) => uses === undefined)) expect(job['timeout-minutes']).toBeGreaterThan(0)
  })

  test('uses actions by a version, and workflows that are here', () => {
    const used = jobs.flatMap((job) => [job.uses ?? [], ...stepsOf(job).map(({ uses }) => uses ?? [])].flat())
    expect(used.length).toBeGreaterThan(0)
    for (const each of used) {
      if (each.startsWith('./')) expect(existsSync(each), each).toBe(true)
      else expect(each).toMatch(/^[\w-]+\/[\w-]+@(v\d+(\.\d+)*|[0-9a-f]{40})$/)
    }
  })

  test('runs scripts that there are', () => {
    const runs = jobs.flatMap(runsOf)
    for (const [, script] of runs.flatMap((run) => [...run.matchAll(/\bnpm run ([\w:-]+)/g)])) {
      expect(scripts, script).toHaveProperty([script])
    }
    const files = runs.flatMap((run) => [...run.matchAll(/(\bnode )?\b(scripts\/[\w./-]+)/g)])
    expect(files.length).toBeGreaterThan(0)
    for (const [, node, file] of files) {
      expect(existsSync(file), file).toBe(true)
      // Windows has no such bit.
      if (node === undefined && process.platform !== 'win32') expect(statSync(file).mode & 0o111, file).not.toBe(0)
    }
  })

  test('puts no expression into a script, where its value would be run', () => {
    for (const run of jobs.flatMap(runsOf)) expect(run).not.toContain('${{')
  })

  test('needs no stored secret', () => {
    expect(readFileSync(join(folder, name), 'utf8')).not.toMatch(/\bsecrets\b/)
  })
})

describe('continuous integration', () => {
  const { linux, desktop } = read('ci.yml').jobs
  const pairs = [linux, desktop].flatMap(({ strategy }) =>
    strategy!.matrix.os.flatMap((os) => strategy!.matrix.node.map((node) => `${os} ${node}`)),
  )

  test('runs on Linux, macOS and Windows, each with Node.js 20, 22 and 24', () => {
    const systems = ['ubuntu-latest', 'macos-latest', 'windows-latest']
    expect(pairs.sort()).toEqual(systems.flatMap((os) => [20, 22, 24].map((node) => `${os} ${node}`)).sort())
    for (const { 'runs-on': system } of [linux, desktop]) expect(system).toBe(expression('matrix.os'))
    expect(linux.container?.image).toBe(`node:${expression('matrix.node')}-bookworm`)
    expect(stepsOf(desktop).find(({ uses }) => uses?.startsWith('actions/setup-node@'))?.with).toMatchObject({
      'node-version': expression('matrix.node'),
    })
  })

  test('begins with the oldest Node.js that package.json allows', () => {
    const oldest = /^>=(\d+)\.\d+$/.exec(engines.node)?.[1]
    expect(Math.min(...linux.strategy!.matrix.node)).toBe(Number(oldest))
  })

  test('installs what tests need on Linux and lets nothing be missing there', () => {
    expect(runsOf(linux).slice(-4)).toEqual([
      'scripts/install-postgres.sh',
      'scripts/install-parts.sh',
      'npm ci',
      'npm test',
    ])
    expect(linux.env).toEqual({ WW_REQUIRE_PARTS: 1 })
    expect(runsOf(desktop)).toEqual(['npm ci', 'npm test'])
    expect(desktop.env).toBeUndefined()
  })
})

test('every night the campaigns and the mutants run, and their logs are kept', () => {
  const { on, jobs } = read('nightly.yml')
  expect(on).toHaveProperty('schedule')
  for (const [script, job] of [
    ['test:nightly', jobs.campaigns],
    ['test:mutants', jobs.mutants],
  ] as const) {
    const [, log] = runsOf(job).flatMap((run) => new RegExp(`npm run ${script} 2>&1 \\| tee (\\S+)$`).exec(run) ?? [])
    expect(log).toMatch(/\.log$/)
    const kept = stepsOf(job).find(({ uses }) => uses?.startsWith('actions/upload-artifact@'))
    expect(String(kept?.with?.path).split('\n')).toContain(log)
  }
})

describe('a release', () => {
  const { on, jobs } = read('release.yml')

  test('is a tag with a version', () => {
    expect(on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } })
  })

  test('is tested before it is published, and published before it is announced', () => {
    expect(Object.entries(jobs).map(([name, { needs }]) => [name, needs])).toEqual([
      ['version', undefined],
      ['test', 'version'],
      ['publish', 'test'],
      ['announce', 'publish'],
    ])
    expect(jobs.test.uses).toBe('./.github/workflows/ci.yml')
    expect(read('ci.yml').on).toHaveProperty('workflow_call')
  })

  test('gives each job the one right it needs', () => {
    expect(Object.entries(jobs).map(([name, { permissions }]) => [name, permissions])).toEqual([
      ['version', undefined],
      ['test', undefined],
      ['publish', { contents: 'read', 'id-token': 'write' }],
      ['announce', { contents: 'write' }],
    ])
    expect(jobs.publish.environment).toBe('npm')
    expect(runsOf(jobs.publish).at(-1)).toBe('npm publish --provenance --access public')
  })
})
