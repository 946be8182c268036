import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { openConnection } from '#ww/adapters/sqlite/connection/connection.js'
import { migrate, schemaVersion } from '#ww/adapters/sqlite/schema/migrate.js'
import { migrations } from '#ww/adapters/sqlite/schema/schema.js'
import { WorldWeaverError } from '#ww/errors.js'
import { runProgram } from '../cli/ww.js'
import { databaseIn, fileDigests, integrityOf } from '../support/database.js'
import { contentsOf, type Mind, useMinds } from '../support/minds.js'
import { helperProgram } from '../support/program.js'
import { hasFixture, linesOf, newestSchema, placeFixture, schemas } from './fixtures.js'

const minds = useMinds()

const backupsIn = (dataDir: string): string[] => readdirSync(dataDir).filter((name) => name.endsWith('.backup'))

function inFile<Result>(path: string, work: (database: InstanceType<typeof DatabaseSync>) => Result): Result {
  const database = new DatabaseSync(path, { timeout: 30_000 })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

const textsIn = (path: string): unknown[] =>
  inFile(path, (database) => database.prepare('SELECT id, text, facets, tags FROM memories ORDER BY id').all())

async function exportedFrom(mind: Mind): Promise<Readonly<Record<string, unknown>>[]> {
  const lines: Readonly<Record<string, unknown>>[] = []
  for await (const each of mind.export({ project: '*' })) lines.push(...each.lines.map((line) => JSON.parse(line)))
  return lines
}

test('a database of every schema there ever was is kept, so that each is opened for ever', () => {
  expect(schemas.filter((schema) => !hasFixture(schema))).toEqual([])
})

describe.each(schemas)('a database of schema %i', (schema) => {
  test('is opened with every memory byte for byte, after a backup where something changes', async () => {
    const dataDir = minds.newFolder()
    placeFixture(schema, dataDir)
    const before = textsIn(databaseIn(dataDir))
    const mind = minds.open({ dataDir })
    const byId = new Map((await exportedFrom(mind)).map((line) => [line.id, line]))
    // What that version did not know yet may be said besides.
    for (const line of linesOf(schema)) expect(byId.get(line.id)).toMatchObject(line)
    expect(byId.size).toBe(linesOf(schema).length)
    // Nobody noted who wrote these.
    if (schema < 5) expect(new Set([...byId.values()].map(({ origin }) => origin))).toEqual(new Set([null]))
    const { memories } = await mind.call('recall', { query: 'Which harbour does the ferry to Samsø leave from?' })
    expect(contentsOf(memories)[0]).toBe('The ferry to Samsø leaves from the harbour of Hou.')
    await mind.close()
    expect(inFile(databaseIn(dataDir), schemaVersion)).toBe(newestSchema)
    expect(integrityOf(dataDir)).toBe('ok')
    const backups = backupsIn(dataDir)
    expect(backups).toHaveLength(schema === newestSchema ? 0 : 1)
    for (const name of backups) expect(textsIn(join(dataDir, name))).toEqual(before)
  })

  test('[COM11] is taken further in one piece, after a backup, whatever the step', () => {
    const dataDir = minds.newFolder()
    placeFixture(schema, dataDir)
    const before = textsIn(databaseIn(dataDir))
    const next = {
      version: newestSchema + 1,
      sql: 'ALTER TABLE memories ADD COLUMN mood TEXT; CREATE TABLE moods (n INTEGER) STRICT',
    }
    const connection = openConnection(databaseIn(dataDir))
    migrate(connection, databaseIn(dataDir), [...migrations, next])
    connection.close()
    expect(inFile(databaseIn(dataDir), schemaVersion)).toBe(newestSchema + 1)
    expect(textsIn(databaseIn(dataDir))).toEqual(before)
    const [backup] = backupsIn(dataDir)
    expect(inFile(join(dataDir, backup!), schemaVersion)).toBe(schema)
    expect(textsIn(join(dataDir, backup!))).toEqual(before)
  })

  test('[COM11] is of the old schema or of the new one when the upgrade is killed, and whole', {
    timeout: 120_000,
  }, async () => {
    const seen = new Set<number>()
    // From before the backup to after the end, however fast the machine is.
    for (let waitMs = 0; !seen.has(newestSchema + 1) && waitMs < 20_000; waitMs = waitMs * 2 + 5) {
      const dataDir = minds.newFolder()
      placeFixture(schema, dataDir)
      const before = textsIn(databaseIn(dataDir))
      const child = fork(helperProgram('migrating'), [databaseIn(dataDir)], { stdio: 'ignore' })
      await once(child, 'message')
      const ended = once(child, 'exit')
      child.send('begin')
      await Promise.race([pause(waitMs), ended])
      child.kill('SIGKILL')
      await ended
      const version = inFile(databaseIn(dataDir), schemaVersion)
      seen.add(version)
      expect([schema, newestSchema + 1]).toContain(version)
      expect(textsIn(databaseIn(dataDir))).toEqual(before)
      expect(integrityOf(dataDir)).toBe('ok')
      const further = inFile(databaseIn(dataDir), (each) =>
        each.prepare("SELECT name FROM sqlite_schema WHERE name = 'further'").all(),
      )
      expect(further).toHaveLength(version === newestSchema + 1 ? 1 : 0)
    }
    expect([...seen].sort()).toEqual([schema, newestSchema + 1])
  })
})

describe('a database of a newer version', () => {
  const words = new RegExp(`schema ${newestSchema + 1}, this World Weaver knows ${newestSchema}.*newer.*npm install`)

  function placeNewer(dataDir: string): void {
    placeFixture(newestSchema, dataDir)
    inFile(databaseIn(dataDir), (database) => database.exec(`PRAGMA user_version = ${newestSchema + 1}`))
  }

  test('is refused by the library, with what to do, and not a byte of it changes', async () => {
    const dataDir = minds.newFolder()
    placeNewer(dataDir)
    const before = fileDigests(dataDir)
    const mind = minds.open({ dataDir })
    const calls = [mind.call('recall', { query: 'ferry' }), mind.call('remember', { text: 'Not here.' })]
    for (const call of calls) {
      const error = await call.then(
        () => undefined,
        (reason: unknown) => reason,
      )
      expect(error).toBeInstanceOf(WorldWeaverError)
      expect((error as WorldWeaverError).message).toMatch(words)
    }
    await mind.close()
    expect(fileDigests(dataDir)['world-weaver.db']).toBe(before['world-weaver.db'])
    expect(backupsIn(dataDir)).toEqual([])
  })

  test('is refused by every command that would open it', { timeout: 60_000 }, async () => {
    const folder = minds.newFolder()
    const dataDir = join(folder, 'data')
    placeNewer(dataDir)
    const before = fileDigests(dataDir)
    for (const args of [['recall', 'ferry'], ['migrate'], ['export'], ['remember', 'Not here.']]) {
      const { code, stderr } = await runProgram(folder, args)
      expect([code, stderr], args.join(' ')).toEqual([1, expect.stringMatching(words)])
    }
    expect(fileDigests(dataDir)['world-weaver.db']).toBe(before['world-weaver.db'])
  })
})
