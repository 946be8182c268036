import { dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { invalid } from '../../errors.js'
import type { ForeignRecord } from '../../memory/moving/foreign/foreign-memory.js'
import type { FoundRecord } from '../../operations/moving/import-foreign.js'
import type { History, HistoryOptions } from '../../surfaces/cli/moving/history.js'
import type { Environment } from '../configuration.js'
import { nameOf } from './find-files.js'
import type { FoundFile } from './found-file.js'
import { createFolderFinder } from './look-at-folder.js'
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
  const { project: whose } = sources[source]
  const lookAt = createFolderFinder()

  async function* read(onRead: (bytes: number) => void): AsyncGenerator<readonly FoundRecord[]> {
    /** Memory files do not say which folder they are about; the sessions beside them do. */
    const folders = new Map<string, string>()
    for (const file of files) {
      const beside = dirname(file.path)
      const above = dirname(beside)
      for await (const records of readFile(file, onRead)) {
        const found: FoundRecord[] = []
        for (const record of records) {
          const told = 'problem' in record ? undefined : record.folder
          // Where it began: an agent may go elsewhere later.
          if (told !== undefined && !folders.has(beside)) folders.set(beside, told)
          const folder = told ?? folders.get(above)
          const { project: theirs, isIgnored } = folder === undefined ? nowhere : lookAt(folder)
          if (isIgnored) continue
          const project = options.project ?? (whose === 'of-caller' ? undefined : whose === 'none' ? null : theirs)
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
    knowsProjects: whose !== 'of-caller',
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
      // Whoever wants to end it is heard, however little there is to take.
      await setImmediate()
    }
  }
  try {
    for await (const pieces of readPieces(counted(), file.pieces)) {
      yield pieces.flatMap((piece) => ('problem' in piece ? [piece] : reader.read(piece)))
    }
  } catch (error) {
    // Gone, locked or damaged: the other files are read all the same.
    yield [{ line: 1, problem: `cannot be read: ${error instanceof Error ? error.message : String(error)}` }]
  }
  yield reader.end()
}
