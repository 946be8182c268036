import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { openConnection } from '#ww/adapters/sqlite/connection/connection.js'
import { Backups } from '#ww/adapters/sqlite/erase/backups.js'
import { copyDatabase } from '#ww/adapters/sqlite/erase/copy-database.js'
import { openReadingEngine, openWritingEngine } from '#ww/adapters/sqlite/thread/engine.js'
import { toSentBatch } from '#ww/adapters/sqlite/thread/sent-batch.js'
import type { TreatedBackup } from '#ww/ports/store/write.js'
import { idOf, numbered, useNumberedStore, wordOf } from '../support/numbered-store.js'

const store = useNumberedStore()

describe('[OPS4] backups', () => {
  const backup = (name: string) => {
    store.reader.backup(join(store.folder, name))
    return join(store.folder, name)
  }

  test('[OPS4] are rewritten in place, with nothing beside them', () => {
    store.fill(50)
    const copy = backup('copy')
    expect(store.filesWith(7)).toContain('copy')
    expect(store.erase([7])).toEqual([{ path: copy, action: 'rewritten' }])
    expect(store.filesWith(7)).toEqual([])
    expect(readdirSync(store.folder).filter((name) => name.startsWith('copy'))).toEqual(['copy'])
    expect(store.filesWith(8)).toContain('copy')
    expect(store.erase([8])).toEqual([{ path: copy, action: 'rewritten' }])
  })

  test('[OPS4] those that another process erased from first are named all the same, and no others', () => {
    store.fill(50)
    const copy = backup('copy')
    store.writer.commit([toSentBatch({ at: 1, add: [numbered(51)] })])
    const later = backup('later')
    const begunAt = Date.now()
    utimesSync(copy, 1, 1)
    // What a process does that starts after an erasure has begun.
    expect(store.erase([51])).toEqual([{ path: later, action: 'rewritten' }])
    expect(store.reader.finishErasing(begunAt)).toEqual([{ path: later, action: 'rewritten' }])
    expect(store.reader.finishErasing()).toEqual([])
  })

  test('[OPS4] one that cannot be read is deleted, with what stands beside it', () => {
    store.fill(50)
    const copy = backup('copy')
    writeFileSync(copy, readFileSync(copy).subarray(5_000))
    writeFileSync(`${copy}-wal`, wordOf(7))
    expect(store.filesWith(7)).toContain('copy')
    expect(store.erase([7])).toEqual([{ path: copy, action: 'deleted' }])
    expect(store.filesWith(7)).toEqual([])
    expect(store.erase([8])).toEqual([])
  })

  test('[OPS4] one of another schema is deleted', () => {
    store.fill(50)
    const copy = backup('copy')
    const connection = openConnection(copy)
    connection.exec('PRAGMA user_version = 999')
    connection.close()
    expect(store.erase([7])).toEqual([{ path: copy, action: 'deleted' }])
    expect(readdirSync(store.folder).filter((name) => name.startsWith('copy'))).toEqual([])
  })

  test('[OPS4] one that somebody took away is missing, once', () => {
    store.fill(50)
    const copy = backup('copy')
    rmSync(copy)
    expect(store.erase([7])).toEqual([{ path: copy, action: 'missing' }])
    expect(store.erase([8])).toEqual([])
  })

  test('[OPS4] one that holds none of it is left as it is', () => {
    store.fill(50)
    const copy = backup('copy')
    store.writer.commit([toSentBatch({ at: 1, add: [numbered(51)] })])
    expect(store.erase([51])).toEqual([])
    expect(store.filesWith(7)).toContain('copy')
    expect(store.erase([7])).toEqual([{ path: copy, action: 'rewritten' }])
  })

  test('[OPS4] copies that are none of them are named where they may hold it, and left alone', () => {
    store.fill(50)
    const listed = join(store.folder, 'kept', 'listed.backup')
    mkdirSync(join(store.folder, 'kept'))
    store.reader.backup(listed)
    const byHand = [
      join(store.folder, 'kept', 'by-hand.backup'),
      `${store.path}.before-restore.2030.backup`,
      `${store.path}.damaged-2030`,
    ]
    for (const copy of byHand) cpSync(listed, copy)
    truncateSync(byHand[2]!, 9_000)
    writeFileSync(join(store.folder, 'kept', 'holiday.jpg'), 'no database')
    const another = new DatabaseSync(join(store.folder, 'kept', 'places.db'))
    another.exec('PRAGMA journal_mode = WAL; CREATE TABLE memories (id)')
    const before = byHand.map((copy) => readFileSync(copy))
    const kept = (answer: readonly TreatedBackup[]) =>
      answer.filter(({ action }) => action === 'kept').map(({ path }) => path)
    const treated = store.erase([7])
    expect(treated).toContainEqual({ path: listed, action: 'rewritten' })
    expect(kept(treated).sort()).toEqual([...byHand].sort())
    expect(byHand.filter((copy, at) => !readFileSync(copy).equals(before[at]!))).toEqual([])
    // What holds none of it is not named.
    store.writer.commit([toSentBatch({ at: 1, add: [numbered(51)] })])
    expect(kept(store.erase([51]))).toEqual([byHand[2]])
    another.close()
  })

  test('[OPS4] a copy that was abandoned half-way goes', () => {
    store.fill(50)
    const partial = join(store.folder, 'copy.123.partial')
    const connection = openConnection(store.path)
    new Backups(connection, store.path).change({ add: [partial] })
    connection.close()
    writeFileSync(partial, wordOf(7))
    expect(store.erase([7])).toEqual([])
    expect(store.filesWith(7)).toEqual([])
  })

  test('[OPS4] a copy during which something is erased is made anew', () => {
    store.fill(50)
    const connection = openConnection(store.path)
    const copied: string[] = []
    const prepare = (sql: string) => {
      const statement = connection.prepare(sql)
      if (!sql.startsWith('VACUUM INTO')) return statement
      return {
        run(target: string) {
          statement.run(target)
          copied.push(target)
          // Another process, between the copying and the naming of the copy.
          if (copied.length === 1) store.writer.erase({ at: 1, ids: [idOf(7)] })
        },
      }
    }
    const interrupted = new Proxy(connection, {
      get(real, name) {
        if (name === 'prepare') return prepare
        const value: unknown = Reflect.get(real, name)
        return typeof value === 'function' ? value.bind(real) : value
      },
    })
    copyDatabase(interrupted, store.path, join(store.folder, 'copy'))
    connection.close()
    expect(copied).toHaveLength(2)
    expect(store.filesWith(7)).not.toContain('copy')
    expect(store.filesWith(8)).toContain('copy')
  })

  test('a copy that fails leaves neither a file nor a note', () => {
    store.fill(5)
    expect(() => backup('nowhere/copy')).toThrow()
    expect(store.erase([3])).toEqual([])
    expect(readdirSync(store.folder).filter((name) => !name.startsWith('memories.db'))).toEqual([])
  })

  test('[OPS4] in its folder are found when the folder has moved, and by a store that was restored from one', () => {
    const home = join(store.folder, 'home')
    const moved = join(store.folder, 'moved')
    mkdirSync(home)
    const first = openWritingEngine(join(home, 'memories.db'))
    store.fill(50, first)
    first.close()
    const copier = openReadingEngine(join(home, 'memories.db'))
    copier.backup(join(home, 'copy'))
    copier.close()
    renameSync(home, moved)
    // The store is lost; the copy takes its place.
    for (const name of readdirSync(moved)) if (name !== 'copy') rmSync(join(moved, name))
    writeFileSync(join(moved, 'memories.db'), readFileSync(join(moved, 'copy')))
    const restored = openWritingEngine(join(moved, 'memories.db'))
    restored.erase({ at: 1, ids: [idOf(7)] })
    const finishing = openReadingEngine(join(moved, 'memories.db'))
    expect(finishing.finishErasing()).toEqual([{ path: join(moved, 'copy'), action: 'rewritten' }])
    for (const engine of [restored, finishing]) engine.close()
    expect(store.filesWith(7, moved)).toEqual([])
    expect(store.filesWith(8, moved)).toEqual(['copy', 'memories.db'])
  })

  test('a copy that has become the store itself is not taken for its own backup', () => {
    store.fill(50)
    const copy = backup('copy')
    const asStore = openWritingEngine(copy)
    asStore.erase({ at: 1, ids: [idOf(7)] })
    const finishing = openReadingEngine(copy)
    expect(finishing.finishErasing()).toEqual([])
    for (const engine of [asStore, finishing]) engine.close()
    expect(store.filesWith(7)).not.toContain('copy')
  })
})
