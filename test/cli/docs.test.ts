import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { clients } from '#ww/adapters/clients/clients.js'
import { version } from '#ww/app/configuration/version.js'
import { anchorsOf } from '../docs/markdown.js'
import { writeClaudeCodeHistory } from '../support/histories.js'
import { lacks, shellPrograms } from '../support/parts.js'
import { useDatabases } from '../support/postgres/databases.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'
import { startWorkflowServer } from '../support/workflow-server.js'
import { helpExamples } from './help-examples.js'
import { split } from './shell-words.js'
import { bareEnvironment, main, run } from './ww.js'

const newFolder = useTemporaryFolders()
const root = process.cwd()
const pinned = `world-weaver@${version}`
const pagesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
const ownPages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'examples/README.md']
const pages = [...ownPages, ...pagesIn('docs'), ...pagesIn('docs/decisions')]

interface Block {
  readonly page: string
  /** Behind the three back ticks. */
  readonly info: string
  readonly text: string
}

const blocks: Block[] = pages.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/^```(\S.*)\n([\s\S]*?)^```$/gm)].map(([, info, text]) => ({
    page,
    info,
    text,
  })),
)

/** `ww` and npx with this version, both from this build, for somebody who has used Claude Code. */
function newShell(): { folder: string; env: Record<string, string> } {
  const folder = newFolder()
  const bin = join(folder, '.bin')
  mkdirSync(bin)
  const script = (name: string, text: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  script('ww', `exec "${process.execPath}" "${main}" "$@"`)
  script('npx', `[ "$1 $2" = "-y ${pinned}" ] || exit 97\nshift 2\nexec "${process.execPath}" "${main}" "$@"`)
  writeClaudeCodeHistory(folder, { bytes: 2_000 })
  const { PATH, ...env } = bareEnvironment(folder)
  return { folder, env: { ...env, PATH: `${bin}${delimiter}${PATH}` } }
}

/** Answers how it ended and what it complained of. */
const shell = (text: string, cwd: string, env: Record<string, string>) =>
  new Promise<{ status: unknown; stderr: string }>((resolve) => {
    const child = execFile('sh', ['-eu', '-c', text], { cwd, env, encoding: 'utf8' }, (error, _, stderr) =>
      resolve({ status: error === null ? 0 : error.code, stderr }),
    )
    // Nobody is there to answer a question.
    child.stdin?.end()
  })

/** These need a process, read and write files of the folder that they run in, or need the store alone. */
const needsProcess = ['demo', 'doctor', 'export', 'hook', 'import', 'mcp', 'move', 'restore', 'schema', 'serve', 'try']

/** The words of each command, if all are of `ww` and none needs a shell or a process: these run faster in this one. */
function plainCommands(text: string): string[][] | undefined {
  const lines = text
    .replace(/\s+# .*$/gm, '')
    .replaceAll('\\\n', ' ')
    .trim()
    .split(/\n+/)
  const isForShell = (line: string) => /["'$`|&;<>()\\!*?{}~]/.test(line.replace(/'[^']*'|"[^"$`\\]*"/g, ''))
  const commands = lines.map((line) => (isForShell(line) ? [] : split(line.replace(`npx -y ${pinned} `, 'ww '))))
  const arePlain = commands.every(
    ([program, ...words]) => program === 'ww' && !words.some((word) => needsProcess.includes(word)),
  )
  return arePlain ? commands.map(([, ...words]) => words) : undefined
}

const usesPrograms = ({ text }: { text: string }) =>
  shellPrograms.some((program) => new RegExp(`(?:^|[|&;(])\\s*${program}\\s`, 'm').test(text))

describe('every shell command shown', () => {
  /** The examples of the help: `examples.test.ts` runs each of them. */
  const examples = blocks.filter(({ page, info }) => page === 'docs/reference.md' && info === 'sh')
  const shown = blocks.filter((block) => block.info === 'sh' && !examples.includes(block))
  /** Where the page's address stands, the address of a server of the test's own is put. */
  const served = blocks.filter(({ info }) => info === 'sh with ww serve')
  /** The same with the address of a database. */
  const stored = blocks.filter(({ info }) => info === 'sh with postgres')

  test('there are some on most pages', () => {
    expect(new Set(shown.map(({ page }) => page)).size).toBeGreaterThanOrEqual(5)
  })

  describe.each([
    { programs: 'of `ww` alone', blocks: shown.filter((block) => !usesPrograms(block)), isSkipped: false },
    { programs: 'with other programs', blocks: shown.filter(usesPrograms), isSkipped: lacks('shell') },
  ])('$programs', ({ blocks, isSkipped }) => {
    test('there are some', () => expect(blocks).not.toEqual([]))

    test.skipIf(isSkipped).concurrent.each(blocks.map(({ page, text }) => [page, text.trim().split('\n')[0], text]))(
      '%s: %s …',
      async (_page, _first, text) => {
        const { folder, env } = newShell()
        const commands = plainCommands(text)
        if (commands === undefined) return expect(await shell(text, folder, env)).toEqual({ status: 0, stderr: '' })
        for (const words of commands) {
          expect(await run(folder, words, { env: { ...env, WW_DATA_DIR: '' } })).toMatchObject({ code: 0, stderr: '' })
        }
      },
    )
  })

  test.skipIf(lacks('curl')).each(served.map(({ page, text }) => [page, text.trim().split('\n')[0], text]))(
    '%s, beside a server: %s …',
    async (_page, _first, text) => {
      const { folder, env } = newShell()
      const dataDir = join(folder, 'data')
      const server = await startWorkflowServer({ dataDir })
      onTestFinished(async () => void (await server.stop()))
      const typed = text.replaceAll('http://localhost:8000', server.url)
      expect(typed).not.toBe(text)
      const ended = await shell(typed, folder, { ...env, WW_DATA_DIR: dataDir })
      expect({ ...ended, log: server.log() }).toEqual({ status: 0, stderr: '', log: '' })
    },
  )

  // On PGlite there is no address to put in its place.
  describe.skipIf(lacks('postgres'))('with a database', () => {
    const newDatabase = useDatabases()
    test.each(stored.map(({ page, text }) => [page, text.trim().split('\n')[0], text]))(
      '%s, beside PostgreSQL: %s …',
      async (_page, _first, text) => {
        const { folder, env } = newShell()
        const typed = text.replaceAll('postgres://weaver:secret@localhost:5432/weaver', await newDatabase())
        expect(typed).not.toBe(text)
        expect(await shell(typed, folder, env)).toEqual({ status: 0, stderr: '' })
      },
    )
  })

  test('those of the reference are the examples of the help', () => {
    const inHelp = helpExamples.map((example) => `ww ${example}`)
    expect(examples.flatMap(({ text }) => text.trim().split('\n')).sort()).toEqual(inHelp.sort())
  })

  test('those that are not run say why', () => {
    const others = blocks.filter(
      (block) =>
        /^(sh|bash|shell|console)\b/.test(block.info) &&
        ![examples, shown, served, stored].some((run) => run.includes(block)),
    )
    for (const { info } of others) expect(info).toMatch(/^sh no-test: \S+ \S+/)
  })
})

test('the two commands are exactly these', () => {
  const readme = readFileSync('README.md', 'utf8')
  expect(readme).toContain('\nnpm ci && npm run demo\n')
  expect(readme).toContain('\nnpm ci && npm test\n')
})

test('the TypeScript in the README compiles and runs', () => {
  const [example] = blocks.filter(({ page, info }) => page === 'README.md' && info === 'ts')
  const folder = newFolder()
  mkdirSync(join(folder, 'node_modules', '@types'), { recursive: true })
  symlinkSync(root, join(folder, 'node_modules', 'world-weaver'), 'junction')
  symlinkSync(join(root, 'node_modules', '@types', 'node'), join(folder, 'node_modules', '@types', 'node'), 'junction')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'example.ts'), example.text)
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const flags = [
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
    '--skipLibCheck',
    '--rootDir',
    '.',
  ]
  const compiled = spawnSync(process.execPath, [tsc, ...flags, 'example.ts'], { cwd: folder, encoding: 'utf8' })
  expect(compiled).toMatchObject({ status: 0, stdout: '' })
  const env = { ...bareEnvironment(folder), WW_DATA_DIR: join(folder, 'data') }
  expect(execFileSync(process.execPath, ['example.js'], { cwd: folder, env, encoding: 'utf8' })).toBe(
    'Anna prefers tabs over spaces.\n',
  )
})

test('the page has a row and a chapter for every client that can be connected', () => {
  const page = readFileSync('docs/connect-your-client.md', 'utf8')
  for (const { id, name } of clients) {
    expect(page).toContain(`\n| \`${id}\` | ${name} |`)
    expect(page).toContain(`\n## ${name}\n`)
  }
})

describe('every link to a file of ours', () => {
  const rules = readdirSync('docs/contract').map((name) => `docs/contract/${name}`)
  const linking = [...pages, ...rules, 'CHANGELOG.md']
  const links = linking.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([, file, anchor]) => ({
      page,
      file: file === '' ? page : join(page, '..', file),
      anchor,
    })),
  )

  test('leads somewhere', () => {
    expect(links.length).toBeGreaterThan(300)
    for (const { page, file } of links) expect(existsSync(file), `${page}: ${file}`).toBe(true)
  })

  test('that names a heading leads to one', () => {
    const anchored = links.filter(({ anchor }) => anchor !== undefined)
    expect(anchored.filter(({ file }) => file === 'docs/reference.md').length).toBeGreaterThan(150)
    const known = new Map<string, Set<string>>()
    const broken = anchored.filter(({ file, anchor }) => {
      const anchors = known.get(file) ?? anchorsOf(readFileSync(file, 'utf8'))
      known.set(file, anchors)
      return !anchors.has(anchor)
    })
    expect(broken).toEqual([])
    expect(known.size).toBeGreaterThan(10)
  })
})

test('the reference is up to date', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/reference.mjs', '--check'], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
