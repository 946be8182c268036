import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readConfiguration } from './configuration.js'
import { findNamespace } from './find-namespace.js'

const root = mkdtempSync(join(tmpdir(), 'world-weaver-'))
afterAll(() => rmSync(root, { recursive: true }))
const repository = join(root, 'garden')
mkdirSync(join(repository, '.git'), { recursive: true })
writeFileSync(join(repository, '.git', 'HEAD'), 'ref: refs/heads/main\n')

const configure = (env: Record<string, string>, home = '/home/ada') =>
  readConfiguration({ WW_PROJECT: 'owner/name', ...env }, '/nowhere', 'linux', home)

describe('namespace', () => {
  test('[GWT18] a data directory inside a project is that project’s, also before it is there', () => {
    expect(findNamespace(join(repository, '.memory', 'deep'))).toEqual({ scope: 'project', name: 'garden' })
    const { namespace } = configure({ WW_DATA_DIR: join(repository, '.memory') })
    expect(namespace).toEqual({ scope: 'project', name: 'garden' })
  })

  test('[GWT18] one that somebody chose elsewhere is global, and called as the folder is', () => {
    expect(configure({ WW_DATA_DIR: join(root, 'team-memory') }).namespace).toEqual({
      scope: 'global',
      name: 'team-memory',
    })
  })

  test('[GWT18] the usual one is the default, whatever folder a home may lie in', () => {
    expect(configure({}).namespace).toEqual({ scope: 'default', name: 'default' })
    expect(configure({}, repository).namespace).toEqual({ scope: 'default', name: 'default' })
  })
})
