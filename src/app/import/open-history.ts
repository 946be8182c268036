import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { invalid, messageOf } from '../../errors.js'
import type { ForeignRecord } from '../../memory/import-export/foreign-memory.js'
import type { FoundRecord } from '../../operations/import-export/import-foreign.js'
import type { History, HistoryOptions } from '../../surfaces/cli/import-export/history.js'
import type { Environment } from '../configuration/configuration.js'
import { nameOf } from './find-files.js'
import { createFolderFinder } from './folder-finder.js'
import type { FoundFile } from './found-file.js'
import { readPieces } from './read-pieces.js'
import { foreignSources } from './source-names.js'
import { findSource, sources } from './sources.js'

export async function openHistory(
  name: string,
  options: HistoryOptions,
  env: Environment,
  home: string,
): Promise<History> {
  const source = foreignSources.find((each) => each.name === name)?.name
  if (source === undefined) throw invalid('from', `there is no program "${name}" to import from`)
  const files = await findSource(source, options.path, env, home)
  const { project: ownership } = sources[source]
  const describeFolder = createFolderFinder()

  async function* read(onRead: (bytes: number) => void): AsyncGenerator<readonly FoundRecord[]> {
    /** Memory files do not name their folder; the sessions next to them do. */
    const folders = new Map<string, string>()
    for (const file of files) {
      const parent = dirname(file.path)
      const grandparent = dirname(parent)
      for await (const records of readFile(file, onRead)) {
        const found: FoundRecord[] = []
        for (const record of records) {
          const recorded = 'problem' in record ? undefined : record.folder
          // The first folder counts: an agent may change folders later.
          if (recorded !== undefined && !folders.has(parent)) folders.set(parent, recorded)
          const folder = recorded ?? folders.get(grandparent)
          const { project: theirs, isIgnored } = folder === undefined ? nowhere : describeFolder(folder)
          if (isIgnored) continue
          const project =
            options.project ?? (ownership === 'of-caller' ? undefined : ownership === 'none' ? null : theirs)
          found.push({ source: name, file: file.path, project, record })
        }
        yield found
      }
    }
  }

  return {
    source: name,
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
    hasProjects: ownership !== 'of-caller',
    read,
  }
}

const nowhere = { project: null, isIgnored: false }

async function* readFile(file: FoundFile, onRead: (bytes: number) => void): AsyncGenerator<readonly ForeignRecord[]> {
  const reader = file.newReader({ name: nameOf(file.path), modifiedAt: file.modifiedAt })
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of file.bytes()) {
      onRead(chunk.length)
      yield chunk
      // Lets signal handlers run, so that Ctrl-C ends the import.
      await setImmediate()
    }
  }
  try {
    for await (const pieces of readPieces(counted(), file.pieces)) {
      yield pieces.flatMap((piece) => ('problem' in piece ? [piece] : reader.read(piece)))
    }
  } catch (error) {
    // A missing, locked or damaged file does not stop the others.
    yield [{ line: 1, problem: `cannot be read: ${messageOf(error)}` }]
  }
  yield reader.end()
}
