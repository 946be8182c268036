import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findProject } from './find-project.js'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ww-project-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

/** The files of a repository that matter here. */
function repository(gitDir: string, config = ''): void {
  write(`${gitDir}/HEAD`, 'ref: refs/heads/main\n')
  write(`${gitDir}/config`, `[core]\n\tbare = false\n${config}`)
}

const remote = (url: string, name = 'origin') =>
  `[remote "${name}"]\n\turl = ${url}\n\tfetch = +refs/heads/*:refs/remotes/${name}/*\n`

const projectAt = (path: string) => {
  mkdirSync(join(root, path), { recursive: true })
  return findProject(join(root, path))
}

describe('[COM13] project', () => {
  test.each([
    ['https://github.com/owner/name.git', 'owner/name'],
    ['https://github.com/owner/name', 'owner/name'],
    ['https://github.com/owner/name/', 'owner/name'],
    ['https://user:secret@example.com:8443/owner/name.git', 'owner/name'],
    ['https://gitlab.com/group/owner/name.git', 'group/owner/name'],
    ['https://dev.azure.com/org/My%20Project/_git/name', 'org/My Project/name'],
    ['git@ssh.dev.azure.com:v3/org/project/name', 'org/project/name'],
    ['https://example.com/name.git', 'name'],
    ['git@github.com:owner/name.git', 'owner/name'],
    ['github.com:owner/name', 'owner/name'],
    ['ssh://git@github.com:22/owner/name.git', 'owner/name'],
    ['git://example.com/owner/name.git', 'owner/name'],
    ['/srv/owner/name.git', 'owner/name'],
    ['/srv/owner/name/.git', 'owner/name'],
    ['../owner/name', 'owner/name'],
    ['file:///srv/owner/name.git', 'owner/name'],
    ['C:\\owner\\name.git', 'owner/name'],
    ['"C:/work/owner/name"', 'owner/name'],
  ])('[COM13] of the remote %s is %s', (url, expected) => {
    repository('clone/.git', remote(url))
    expect(projectAt('clone')).toBe(expected)
  })

  test('[COM13] is found from any folder below', () => {
    repository('clone/.git', remote('git@github.com:owner/name.git'))
    expect(projectAt('clone/src/deep')).toBe('owner/name')
  })

  test('[COM13] origin comes before other remotes, else the first', () => {
    const upstream = remote('git@github.com:upstream/name.git', 'upstream')
    repository('fork/.git', upstream + remote('git@github.com:owner/name.git'))
    repository('other/.git', upstream + remote('git@github.com:third/name.git', 'third'))
    expect(projectAt('fork')).toBe('owner/name')
    expect(projectAt('other')).toBe('upstream/name')
  })

  test('[COM13] a url outside of a remote is none', () => {
    repository('clone/.git', '[submodule "lib"]\n\turl = https://example.com/owner/lib.git\n')
    expect(projectAt('clone')).toBe('clone')
  })

  test('[COM13] without a remote it is the name of the repository folder', () => {
    repository('mine/.git')
    expect(projectAt('mine/src')).toBe('mine')
  })

  test('[COM13] a worktree shares its repository, by remote or by folder', () => {
    repository('main/.git')
    write('main/.git/worktrees/feature/HEAD', 'ref: refs/heads/feature\n')
    write('main/.git/worktrees/feature/commondir', '../..\n')
    write('feature/.git', `gitdir: ${join(root, 'main/.git/worktrees/feature')}\n`)
    expect(projectAt('feature/src')).toBe('main')
    repository('main/.git', remote('git@github.com:owner/name.git'))
    expect(projectAt('feature/src')).toBe('owner/name')
  })

  test('[COM13] a worktree of a bare repository is named after it', () => {
    repository('name.git')
    write('name.git/worktrees/feature/HEAD', 'ref: refs/heads/feature\n')
    write('name.git/worktrees/feature/commondir', '../..\n')
    write('feature/.git', 'gitdir: ../name.git/worktrees/feature\n')
    expect(projectAt('feature')).toBe('name')
  })

  test('[COM13] a submodule is a project of its own', () => {
    repository('outer/.git', remote('git@github.com:owner/outer.git'))
    repository('outer/.git/modules/lib', remote('git@github.com:owner/lib.git'))
    write('outer/lib/.git', 'gitdir: ../.git/modules/lib\n')
    expect(projectAt('outer/lib')).toBe('owner/lib')
    expect(projectAt('outer')).toBe('owner/outer')
  })

  test('[COM13] a folder called .git that is no repository is passed over', () => {
    repository('outer/.git')
    mkdirSync(join(root, 'outer/inner/.git'), { recursive: true })
    expect(projectAt('outer/inner')).toBe('outer')
  })

  test('[COM13] outside of a repository there is none', () => {
    expect(projectAt('nowhere')).toBeNull()
    expect(findProject(join(root, 'does/not/exist'))).toBeNull()
  })
})
