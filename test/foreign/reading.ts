import type {
  ForeignFile,
  ForeignMemory,
  ForeignReader,
  ForeignRecord,
} from '#ww/memory/import-export/foreign-memory.js'

type NewReader = (file: ForeignFile) => ForeignReader

/** All that a reader makes of these pieces, each a text or what it says. */
export function readAll(newReader: NewReader, pieces: readonly unknown[], name = 'file'): ForeignRecord[] {
  const reader = newReader({ name, modifiedAt: '2026-01-05T00:00:00.000Z' })
  const records = pieces.flatMap((piece, place) =>
    reader.read({ line: place + 1, text: typeof piece === 'string' ? piece : JSON.stringify(piece) }),
  )
  return [...records, ...reader.end()]
}

/** The good ones; a test that expects no bad ones fails on one. */
export function memoriesOf(newReader: NewReader, pieces: readonly unknown[], name?: string): ForeignMemory[] {
  return readAll(newReader, pieces, name).map((record) => {
    if ('problem' in record) throw new Error(`line ${record.line} ${record.problem}`)
    return record
  })
}

export const textsOf = (memories: readonly ForeignMemory[]): string[] => memories.map(({ text }) => text)
