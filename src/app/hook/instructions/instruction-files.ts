import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What agents' programs read by themselves at the start of a session in a folder. */
const names = [
  'CLAUDE.md',
  'CLAUDE.local.md',
  '.claude/CLAUDE.md',
  'AGENTS.md',
  'AGENTS.override.md',
  'GEMINI.md',
  '.cursorrules',
  '.github/copilot-instructions.md',
]
const rulesFolder = '.cursor/rules'
/** The same for all projects of a user. */
const namesOfUser = ['.claude/CLAUDE.md', '.codex/AGENTS.md', '.codex/AGENTS.override.md', '.gemini/GEMINI.md']
const maxRuleFiles = 30

/** Where they would be in this folder; most do not exist. */
export const instructionFilesIn = (folder: string): readonly string[] => [
  ...names.map((name) => join(folder, name)),
  ...rulesIn(join(folder, rulesFolder)),
]

export const instructionFilesOfUser = (home: string): readonly string[] => namesOfUser.map((name) => join(home, name))

function rulesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /\.mdc?$/.test(name))
      .slice(0, maxRuleFiles)
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}
