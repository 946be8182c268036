import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const newFolder = useTemporaryFolders()

const changelog = `# Changelog

## [Unreleased]

- Sails.

## [1.2.0]

### Added

- Oars, see [rowing](docs/rowing.md) and [boats](https://example.org/boats).

## [1.1.0]

[Unreleased]: #unreleased
[1.2.0]: #120
`

function releaseNotes(version: string, ...args: string[]) {
  const folder = newFolder()
  mkdirSync(join(folder, 'scripts'))
  cpSync('scripts/release-notes.mjs', join(folder, 'scripts/release-notes.mjs'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ version, type: 'module' }))
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  const script = join(folder, 'scripts/release-notes.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('the notes of a release are the section of its version, with links that lead somewhere', () => {
  expect(releaseNotes('1.2.0', 'v1.2.0', '--links', 'https://example.org/blob/v1.2.0')).toEqual({
    status: 0,
    stdout: `### Added

- Oars, see [rowing](https://example.org/blob/v1.2.0/docs/rowing.md) and [boats](https://example.org/boats).
`,
    stderr: '',
  })
})

test('a tag that is not the version of the package is refused', () => {
  expect(releaseNotes('1.2.0', 'v1.2.1')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'the tag is v1.2.1, but package.json has version 1.2.0\n',
  })
})

test.each(['1.1.0', '1.3.0'])('a version that the changelog says nothing of is refused: %s', (version) => {
  expect(releaseNotes(version, `v${version}`)).toEqual({
    status: 1,
    stdout: '',
    stderr: `CHANGELOG.md has no section "## [${version}]", or nothing in it\n`,
  })
})
