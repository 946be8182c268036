import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openConnection } from '#ww/adapters/sqlite/connection/connection.js'
import { finishErasure } from '#ww/adapters/sqlite/erase/finish-erasure.js'
import { openWritingEngine } from '#ww/adapters/sqlite/thread/engine.js'
import { WorldWeaverError } from '#ww/errors.js'
import { idOf, useNumberedStore } from '../support/numbered-store.js'

const store = useNumberedStore()

describe('[OPS4] what cannot be finished now', () => {
  test('[OPS4] a program that goes on reading: the error says that it is done, what remains, and when that goes', () => {
    store.fill(20)
    const other = openConnection(store.path)
    other.exec('BEGIN')
    other.prepare('SELECT count(*) FROM memories').get()
    store.writer.erase({ at: 1, ids: [idOf(7)] })
    const connection = openConnection(store.path)
    const attempt = () => finishErasure(connection, store.path, 50)
    expect(attempt).toThrow(WorldWeaverError)
    expect(attempt).toThrow(/are erased.*traces.*memories\.db.*another program still reads.*next start/)
    expect(store.reader.get([idOf(7)])).toEqual([undefined])
    expect(store.filesWith(7)).not.toEqual([])
    other.exec('COMMIT')
    other.close()
    expect(finishErasure(connection, store.path, 50)).toEqual([])
    expect(store.filesWith(7)).toEqual([])
    connection.close()
  })

  test('[OPS4] goes when the store is next opened for writing', () => {
    store.fill(20)
    store.reader.backup(join(store.folder, 'copy'))
    store.writer.erase({ at: 1, ids: [idOf(7)] })
    expect(store.filesWith(7)).toContain('copy')
    openWritingEngine(store.path).close()
    expect(store.filesWith(7)).toEqual([])
    expect(store.reader.finishErasing()).toEqual([])
  })

  test('[OPS4] goes with the next erasing, for which it answers as well', () => {
    store.fill(20)
    store.reader.backup(join(store.folder, 'copy'))
    store.writer.erase({ at: 1, ids: [idOf(7)] })
    expect(store.erase([8]).map(({ path: copy, action }) => [basename(copy), action])).toEqual([['copy', 'rewritten']])
    expect([...store.filesWith(7), ...store.filesWith(8)]).toEqual([])
  })

  test('[OPS4] a backup that is in use waits for another time, and is not deleted', () => {
    store.fill(20)
    const copy = join(store.folder, 'copy')
    store.reader.backup(copy)
    const other = openConnection(copy)
    other.exec('BEGIN')
    other.prepare('SELECT count(*) FROM memories').get()
    store.writer.erase({ at: 1, ids: [idOf(7)] })
    const connection = openConnection(store.path)
    expect(() => finishErasure(connection, store.path, 50)).toThrow(/traces.*copy/)
    // The store itself is clean already.
    expect(store.filesWith(7).filter((name) => name.startsWith('memories'))).toEqual([])
    other.exec('COMMIT')
    other.close()
    expect(finishErasure(connection, store.path, 50)).toEqual([])
    expect(store.filesWith(7)).toEqual([])
    expect(store.filesWith(8)).toContain('copy')
    connection.close()
  })
})
