// `npm run test:conformance`: the MCP conformance suite against `ww serve`. It speaks Streamable HTTP and needs Node 22.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const pathOf = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url))
const expected = pathOf('test/conformance/expected-failures.yaml')
const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))
/** Listed or not, without these the run says nothing. */
const mustPass = ['server-initialize', 'tools-list', 'resources-list', 'dns-rebinding-protection']

const scratch = mkdtempSync(join(tmpdir(), 'ww-conformance-'))
const { url, server } = await startServer()
try {
  const results = join(scratch, 'results')
  const args = ['server', '--url', `${url}/mcp`, '--suite', 'all', '--expected-failures', expected, '-o', results]
  const { status } = spawnSync(findNode22(), [suite, ...args], { stdio: 'inherit' })
  const problems = [...(status === 0 ? [] : [`the suite ended with ${status}`]), ...findProblems(results)]
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(scratch, { recursive: true, force: true })
}

/** A failure that is expected must be for want of its fixture, and for nothing else. */
function findProblems(results) {
  const { fixtures } = parse(readFileSync(expected, 'utf8'))
  const failed = new Map(
    readdirSync(results).map((folder) => {
      const [, scenario] = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(folder)
      const checks = JSON.parse(readFileSync(join(results, folder, 'checks.json'), 'utf8'))
      return [scenario, checks.filter(({ status }) => status === 'FAILURE')]
    }),
  )
  const wrong = [...failed].flatMap(([scenario, checks]) =>
    checks
      .filter(({ errorMessage }) => fixtures[scenario] === undefined || !errorMessage.includes(fixtures[scenario]))
      .map(({ errorMessage }) => `${scenario} failed, and not for want of a fixture: ${errorMessage}`),
  )
  const missing = mustPass.filter((scenario) => failed.get(scenario)?.length !== 0)
  return [...wrong, ...missing.map((scenario) => `${scenario} did not pass`)]
}

/** This one if it is new enough, else the one that npm has as a package: from its cache, after the first time. */
function findNode22() {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath
  for (const how of ['--offline', '--prefer-offline']) {
    const args = ['exec', '--yes', how, '--package=node@22', '--', 'node', '-p', 'process.execPath']
    const { status, stdout } = spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32' })
    if (status === 0) return stdout.trim()
  }
  throw new Error('The conformance suite needs Node 22, and npm could not fetch node@22')
}

async function startServer() {
  const child = spawn(process.execPath, [pathOf('dist/app/main.js'), 'serve', '--port', '0'], {
    env: { PATH: process.env.PATH, WW_DATA_DIR: join(scratch, 'data'), WW_RATE_LIMIT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const [found] = /http:\/\/\S+/.exec(line) ?? []
    if (found !== undefined) return { url: found, server: child }
  }
  throw new Error('ww serve did not start')
}
