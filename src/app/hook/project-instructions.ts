import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readSmallFile } from '../configuration/read-small-file.js'

/** Files that agents read at the start of every session in a project. */
const names = ['CLAUDE.md', 'CLAUDE.local.md', '.claude/CLAUDE.md', 'AGENTS.md', 'AGENTS.override.md', 'GEMINI.md']
const maxBytes = 256 * 1024

/** What the project tells agents itself, from the folder up to the root of its repository. */
export function readProjectInstructions(folder: string): readonly string[] {
  return foldersOf(folder).flatMap((each) =>
    names.flatMap((name) => {
      const text = readIfSmall(join(each, name))
      return text === undefined ? [] : [text]
    }),
  )
}

/** Outside of a repository only the folder itself. */
function foldersOf(folder: string): readonly string[] {
  const folders: string[] = []
  for (let each = folder; ; each = dirname(each)) {
    folders.push(each)
    if (existsSync(join(each, '.git'))) return folders
    if (dirname(each) === each) return [folder]
  }
}

function readIfSmall(path: string): string | undefined {
  try {
    return readSmallFile(path, maxBytes)
  } catch {
    return undefined
  }
}
