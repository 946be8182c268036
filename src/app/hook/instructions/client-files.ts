import { dirname } from 'node:path'
import { readSmallFile } from '../../configuration/read-small-file.js'
import { instructionFilesIn, instructionFilesOfUser } from './instruction-files.js'

/** A folder that is deeper, a file that is longer, has more than a session's start could repeat. */
const maxFolders = 20
const maxLines = 2_000

/** The lines of the agent's own memory files, for what need not be told again. */
export function readClientFiles(cwd: string, home: string): readonly string[] {
  const all = new Set([...foldersFrom(cwd).flatMap(instructionFilesIn), ...instructionFilesOfUser(home)])
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
