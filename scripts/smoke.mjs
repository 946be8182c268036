// Packs the package, installs the tarball into an empty folder and uses it there as its user would.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'ww-smoke-'))
const env = { ...process.env, npm_config_loglevel: 'error', WW_DATA_DIR: join(folder, 'data'), WW_PROJECT: 'smoke' }
const run = (command, args, { cwd = folder, input } = {}) =>
  execFileSync(command, args, {
    cwd,
    env,
    input,
    encoding: 'utf8',
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })

const here = { cwd: process.cwd() }

try {
  run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], here)
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))
  const megabytes = statSync(join(folder, tarball)).size / 1e6
  assert.ok(megabytes <= 15, `the tarball has ${megabytes.toFixed(1)} MB`)
  // The package is ESM only, so the checks for CommonJS are left out.
  run('npx', ['--no-install', 'attw', join(folder, tarball), '--profile', 'esm-only'], here)
  run('npx', ['--no-install', 'publint', join(folder, tarball), '--strict'], here)

  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}')
  run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', `./${tarball}`])
  const installed = readdirSync(join(folder, 'node_modules', 'world-weaver'))
  for (const shipped of ['dist', 'kernel', 'models', 'LICENSE', 'README.md'])
    assert.ok(installed.includes(shipped), shipped)
  assert.ok(!installed.includes('test') && !installed.includes('src'))
  // The program must be bundled: otherwise it starts half as fast.
  const program = readFileSync(join(folder, 'node_modules', 'world-weaver', 'dist', 'app', 'main.js'), 'utf8')
  assert.match(program, /import\("\.\.\/parts\//)

  // npm's own list of what it installed: optional peers must not be in it.
  const lock = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'))
  const packages = Object.entries(lock.packages).map(([path, each]) => ({
    ...each,
    name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
  }))
  assert.ok(packages.length <= 80, `the installation brings ${packages.length} packages`)
  for (const name of ['pg', 'ai', '@ai-sdk/openai-compatible'])
    assert.ok(!packages.some((each) => each.name === name), `${name} comes unasked`)
  const reasons = JSON.parse(readFileSync(new URL('./install-scripts.json', import.meta.url), 'utf8'))
  const running = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
  assert.deepEqual(new Set(running), new Set(Object.keys(reasons)), 'scripts that run at installation')

  for (const bin of ['world-weaver', 'ww'])
    assert.match(run('npx', ['--no-install', bin, '--version']), /^\d+\.\d+\.\d+/)
  run('npx', ['--no-install', 'ww', 'remember', 'The lighthouse keeper feeds the gulls at dawn'])
  const answer = JSON.parse(
    run('npx', ['--no-install', 'ww', 'recall', 'who gives food to the birds in the morning?', '--json']),
  )
  assert.match(answer.memories[0].content, /lighthouse keeper/)
  const prompt = JSON.stringify({ prompt: 'when does the lighthouse keeper feed the gulls?' })
  assert.match(run('npx', ['--no-install', 'ww', 'hook', 'prompt', '--wait'], { input: prompt }), /lighthouse keeper/)

  writeFileSync(
    join(folder, 'use.mjs'),
    `import { openWorldWeaver } from 'world-weaver'
     import { createClient } from 'world-weaver/client'
     import { createMcpServer } from 'world-weaver/mcp'
     import { operations } from 'world-weaver/operations'
     if (typeof createMcpServer !== 'function' || operations.length === 0) throw new Error('a subpath is empty')
     createClient({ url: 'http://localhost:8000' })
     const mind = openWorldWeaver()
     const { total } = await mind.call('recall', { query: 'gulls' })
     await mind.close()
     console.log(total)`,
  )
  assert.equal(run(process.execPath, ['use.mjs']).trim(), '1')

  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'smoke', version: '1' } },
  }
  const mcp = run('npx', ['--no-install', 'world-weaver', 'mcp'], { input: `${JSON.stringify(initialize)}\n` })
  assert.equal(JSON.parse(mcp.split('\n')[0]).result.serverInfo.name, 'world-weaver')
  process.stdout.write(`the packed package works (${megabytes.toFixed(1)} MB, ${packages.length} packages)\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
