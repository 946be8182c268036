import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readSmallFile } from '../../configuration/read-small-file.js'
import { instructionFilesIn } from './instruction-files.js'

const maxBytes = 256 * 1024

/** What the project tells agents itself, from the folder up to the root of its repository. */
export function readProjectInstructions(folder: string): readonly string[] {
  return foldersOf(folder).flatMap((each) =>
    instructionFilesIn(each).flatMap((path) => {
      const text = readIfSmall(path)
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
