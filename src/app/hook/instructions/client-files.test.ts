import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { useTemporaryFolders } from '../../../../test/support/temporary-folder.js'
import { readClientFiles } from './client-files.js'
import { readProjectInstructions } from './project-instructions.js'

const newFolder = useTemporaryFolders()
let folder: string
beforeEach(() => {
  folder = newFolder()
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

test('[HOK22] the files of the folder, of those above it and of the user', () => {
  write('repo/CLAUDE.md', '# Rules\n\n- Never semicolons.\n')
  write('repo/apps/api/AGENTS.md', 'Use pnpm.')
  write('repo/.cursor/rules/style.mdc', 'No barrel files.')
  write('home/.codex/AGENTS.md', 'Answer briefly.')
  const lines = readClientFiles(join(folder, 'repo/apps/api'), join(folder, 'home'))
  expect(lines).toEqual(
    expect.arrayContaining(['# Rules', '- Never semicolons.', 'Use pnpm.', 'No barrel files.', 'Answer briefly.']),
  )
})

test.skipIf(process.platform === 'win32')('[HOK22] a file that never ends holds up nobody', () => {
  write('repo/README.md', '')
  symlinkSync('/dev/zero', join(folder, 'repo/CLAUDE.md'))
  expect(readClientFiles(join(folder, 'repo'), folder)).toEqual([])
})

const ofProject = [
  'CLAUDE.md',
  'CLAUDE.local.md',
  '.claude/CLAUDE.md',
  'AGENTS.md',
  'AGENTS.override.md',
  'GEMINI.md',
  '.cursorrules',
  '.cursor/rules/style.mdc',
  '.github/copilot-instructions.md',
]

test('[HOK22] [HOK25] a start and an end of a session know the same files', () => {
  mkdirSync(join(folder, 'repo', '.git'), { recursive: true })
  for (const name of ofProject) write(`repo/${name}`, `said in ${name}`)
  write('home/.codex/AGENTS.override.md', 'said by the user')
  const said = ofProject.map((name) => `said in ${name}`).sort()
  expect([...readProjectInstructions(join(folder, 'repo'))].sort()).toEqual(said)
  const lines = readClientFiles(join(folder, 'repo'), join(folder, 'home'))
  expect([...lines].sort()).toEqual(['said by the user', ...said])
})
