import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readZip, type ZipEntry } from '../../adapters/system/read-zip.js'
import { WorldWeaverError } from '../../errors.js'
import type { FoundFile, Reading } from './found-file.js'
import { readChunks } from './read-chunks.js'

/** How to read a file of this name; undefined if it does not belong to the program. */
export type Recognise = (path: string) => Reading | undefined

/** Finds the recognised files: the file itself, the files of an archive, or of a folder at any depth. */
export async function findFiles(path: string, recognise: Recognise, asGiven?: Reading): Promise<FoundFile[]> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) throw new WorldWeaverError('validation_error', `There is nothing at ${path}`)
  if (found.isDirectory()) return await findInFolder(path, recognise)
  if (/\.zip$/i.test(path)) return await findInArchive(path, recognise)
  // A file that the user names is read, whatever its name.
  const reading = recognise(path) ?? asGiven
  return reading === undefined ? [] : [toFound(path, found, reading)]
}

async function findInFolder(folder: string, recognise: Recognise): Promise<FoundFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const files: FoundFile[] = []
  // Files before folders, each by name: the order is the same in every run.
  const inOrder = entries.sort(
    (a, b) => Number(a.isDirectory()) - Number(b.isDirectory()) || (a.name < b.name ? -1 : 1),
  )
  for (const entry of inOrder) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!skipped.has(entry.name)) files.push(...(await findInFolder(path, recognise)))
      continue
    }
    const reading = entry.isFile() ? recognise(path) : undefined
    const known = reading === undefined ? undefined : await stat(path).catch(() => undefined)
    if (reading !== undefined && known !== undefined) files.push(toFound(path, known, reading))
  }
  return files
}

const skipped = new Set(['node_modules', '.git'])

async function findInArchive(path: string, recognise: Recognise): Promise<FoundFile[]> {
  const { mtime } = await stat(path)
  const named = (await readZip(path)).map((entry): [ZipEntry, Reading | undefined] => [entry, recognise(entry.name)])
  return named.flatMap(([entry, reading]) =>
    reading === undefined
      ? []
      : [
          {
            path: `${path} › ${entry.name}`,
            size: entry.size,
            modifiedAt: mtime.toISOString(),
            ...reading,
            bytes: entry.bytes,
          },
        ],
  )
}

const toFound = (path: string, { size, mtime }: { size: number; mtime: Date }, reading: Reading): FoundFile => ({
  path,
  size,
  modifiedAt: mtime.toISOString(),
  ...reading,
  bytes: () => readChunks(path, size),
})

export const nameOf = (path: string): string => basename(path).replace(/\.[^.]*$/, '')
