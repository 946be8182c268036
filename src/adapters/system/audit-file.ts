import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../plain-object.js'
import type { AuditEntry, AuditLog, AuditPage, AuditPlace, LoggedEntry } from '../../ports/audit-log.js'

interface AuditFileOptions {
  readonly maxFileBytes?: number
  readonly maxFiles?: number
}

/** More ids than this in one entry are only counted. */
const maxIds = 1_000

/**
 * Entries as lines of JSON in numbered files, appended to the one with the highest number, by any number of processes. A
 * full file is followed by the next number, not renamed: two processes that find it full open the same next one. Each
 * entry is one write, which the end of the process does not undo. Only a power cut can lose the last ones.
 */
export function openAuditFile(
  folder: string,
  { maxFileBytes = 8 * 1024 * 1024, maxFiles = 8 }: AuditFileOptions = {},
): AuditLog & { close(): void } {
  let open: { readonly number: number; readonly file: number } | undefined

  function openNewest(): { readonly number: number; readonly file: number } {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const newest = numbersIn(folder).at(-1) ?? 1
    const opened = openNumber(newest)
    if (fstatSync(opened.file).size < maxFileBytes) return opened
    closeSync(opened.file)
    const next = openNumber(newest + 1)
    for (const old of numbersIn(folder).slice(0, -maxFiles)) rmSync(join(folder, nameOf(old)), { force: true })
    return next
  }

  const openNumber = (number: number) => ({ number, file: openSync(join(folder, nameOf(number)), 'a', 0o600) })

  function close(): void {
    if (open !== undefined) closeSync(open.file)
    open = undefined
  }

  return {
    append(entry) {
      if (open !== undefined) {
        const { size, nlink } = fstatSync(open.file)
        // Full, or deleted under this process.
        if (size >= maxFileBytes || nlink === 0) close()
      }
      open ??= openNewest()
      writeSync(open.file, toLine(entry))
    },
    close,
  }
}

function toLine({ at, ids, ...entry }: AuditEntry): string {
  const shown = ids.slice(0, maxIds)
  const more = ids.length > maxIds ? { more_ids: ids.length - maxIds } : {}
  return `${JSON.stringify({ at: new Date(at).toISOString(), ...entry, ids: shown, ...more })}\n`
}

/** The entries after a place, oldest first, and the place after them. */
export function readAuditFiles(folder: string, from: AuditPlace = { number: 0, offset: 0 }): AuditPage {
  const entries: LoggedEntry[] = []
  let next = from
  for (const number of numbersIn(folder).filter((each) => each >= from.number)) {
    const bytes = readIfThere(join(folder, nameOf(number)))
    const start = number === from.number ? from.offset : 0
    // A line without an end is being written, or was cut off.
    const end = bytes.lastIndexOf(10) + 1
    if (end < start) continue
    const lines = bytes.subarray(start, end).toString('utf8').split('\n')
    entries.push(...lines.flatMap(parseLine))
    next = { number, offset: end }
  }
  return { entries, next }
}

/** A line that is not whole, after a power cut, is left out. */
function parseLine(line: string): LoggedEntry[] {
  try {
    const entry: unknown = JSON.parse(line)
    // Only this file writes lines.
    return isObject(entry) && Array.isArray(entry.ids) ? [entry as unknown as LoggedEntry] : []
  } catch {
    return []
  }
}

function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    // Another process removed the oldest one.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

const nameOf = (number: number): string => `${String(number).padStart(6, '0')}.jsonl`

function numbersIn(folder: string): number[] {
  let names: readonly string[]
  try {
    names = readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return names
    .flatMap((name) => (/^\d{6,}\.jsonl$/.test(name) ? [Number.parseInt(name, 10)] : []))
    .sort((a, b) => a - b)
}
