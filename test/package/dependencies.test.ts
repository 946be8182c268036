import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const readJson = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))

interface Locked {
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly hasInstallScript?: boolean
}

const locked = Object.entries(readJson('package-lock.json').packages as Record<string, Locked>)
  .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
  .map(([path, each]) => ({ ...each, name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length) }))
const reasons = readJson('scripts/install-scripts.json') as Record<string, string>

/** Where Node.js 20 and we are at home. */
const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64']

describe('what comes with an installation', () => {
  test('is 80 packages at most, and neither a database driver nor an AI SDK', () => {
    expect(locked.length).toBeGreaterThan(20)
    expect(locked.length).toBeLessThanOrEqual(80)
    expect(locked.map(({ name }) => name).filter((name) => /^(?:pg|ai)$|^@ai-sdk\//.test(name))).toEqual([])
    const { peerDependencies, peerDependenciesMeta } = readJson('package.json')
    for (const name of Object.keys(peerDependencies)) expect(peerDependenciesMeta[name]).toEqual({ optional: true })
  })

  test('runs no script while it is installed, but those that are listed with their reason', () => {
    const running = locked.filter(({ hasInstallScript }) => hasInstallScript === true).map(({ name }) => name)
    expect(new Set(running)).toEqual(new Set(Object.keys(reasons)))
    // Ours builds for those who work on it; whoever installs the package from a registry never runs `prepare`.
    const own = Object.keys(readJson('package.json').scripts)
    expect(own.filter((name) => /^(?:pre|post)?install$/.test(name))).toEqual([])
  })

  test.each(supported)('has SQLite for %s inside, so that nothing is downloaded or compiled', (platform) => {
    const folder = join(root, 'node_modules/@photostructure/sqlite')
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(scripts.install).toBe('node-gyp-build')
    expect(existsSync(join(folder, 'prebuilds', platform))).toBe(true)
  })
})
