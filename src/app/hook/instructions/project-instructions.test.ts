import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useTemporaryFolders } from '../../../../test/support/temporary-folder.js'
import { readProjectInstructions } from './project-instructions.js'

const newFolder = useTemporaryFolders()

test.skipIf(process.platform === 'win32')('[HOK25] a file that never ends holds up nobody', () => {
  const folder = newFolder()
  mkdirSync(join(folder, '.git'))
  symlinkSync('/dev/zero', join(folder, 'CLAUDE.md'))
  writeFileSync(join(folder, 'AGENTS.md'), 'Use pnpm.')
  expect(readProjectInstructions(folder)).toEqual(['Use pnpm.'])
})
