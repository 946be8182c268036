import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readSmallFile } from '../configuration/read-small-file.js'

/** What agents' programs read by themselves, in the folder of the work and in those above it. */
const names = ['CLAUDE.md', 'CLAUDE.local.md', '.claude/CLAUDE.md', 'AGENTS.md', 'GEMINI.md', '.cursorrules']
const rulesFolder = '.cursor/rules'
/** The same for all projects of a user. */
const ofUser = ['.claude/CLAUDE.md', '.codex/AGENTS.md', '.gemini/GEMINI.md']

/** A folder that is deeper, a file that is longer, has more than a session's start could repeat. */
const maxFolders = 20
const maxRuleFiles = 30
const maxLines = 2_000

/** The lines of the agent's own memory files, for what need not be told again. */
export function readClientFiles(cwd: string, home: string): readonly string[] {
  const files = foldersFrom(cwd).flatMap((folder) => [
    ...names.map((name) => join(folder, name)),
    ...namesIn(join(folder, rulesFolder)).map((name) => join(folder, rulesFolder, name)),
  ])
  const all = new Set([...files, ...ofUser.map((name) => join(home, name))])
  return [...all].flatMap(linesOf).slice(0, maxLines)
}

function foldersFrom(cwd: string): readonly string[] {
  const folders = [cwd]
  while (folders.length < maxFolders) {
    const above = dirname(folders.at(-1) ?? cwd)
    if (above === folders.at(-1)) break
    folders.push(above)
  }
  return folders
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /\.mdc?$/.test(name))
      .slice(0, maxRuleFiles)
  } catch {
    return []
  }
}

/** Most of them do not exist. */
function linesOf(path: string): readonly string[] {
  try {
    return readSmallFile(path)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  } catch {
    return []
  }
}
