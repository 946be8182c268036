import { execFile } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const patienceMs = 600_000

export async function runNpm(args, cwd) {
  const env = { ...process.env, npm_config_loglevel: 'error' }
  const { stdout } = await run('npm', args, { cwd, env, timeout: patienceMs, shell: process.platform === 'win32' })
  return stdout.trim()
}

/** Peers stay for the next run, which then need not compile what a peer compiles. */
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'world-weaver-peers')

/** Installs a package that is not in the cache yet. A native module is good for one interface of Node alone. */
export async function installOnce(name, version) {
  const home = join(cache, `${name.replace('/', '-')}-${version}-node-${process.versions.modules}`)
  const record = join(home, 'installed.json')
  if (!existsSync(record)) {
    rmSync(home, { recursive: true, force: true })
    writeFileSync(record, JSON.stringify(await install(`${name}@${version}`, home)))
  }
  return JSON.parse(readFileSync(record, 'utf8'))
}

/** Installs one package into a folder of its own, as its user would, and says what that brought. */
export async function install(spec, home) {
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{"private": true}')
  await runNpm(['install', '--no-audit', '--no-fund', '--prefer-offline', spec], home)
  const modules = join(home, 'node_modules')
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'))
  return {
    home,
    packages: Object.keys(packages).filter((path) => existsSync(join(home, path))).length,
    megabytes: bytesIn(modules) / 1e6,
  }
}

/** What a compiler leaves behind is no part of a package: where there is a ready binary it does not arise. */
const leftovers = new Set(['obj', 'obj.target', '.deps'])

function bytesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sum + (leftovers.has(entry.name) ? 0 : bytesIn(path))
    return sum + (entry.name.endsWith('.a') ? 0 : lstatSync(path).size)
  }, 0)
}
