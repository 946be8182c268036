import { DatabaseSync } from '@photostructure/sqlite'
import { createStaticEmbedder } from '#ww/adapters/embedders/static/static-embedder.js'
import { databaseIn } from './database.js'

const ours = createStaticEmbedder()
/** The model that `programs/mind.mjs` turns. */
export const turnedModel = `turned-${ours.identity}`
export const ourModel = ours.identity

function inStore<Result>(dataDir: string, work: (database: InstanceType<typeof DatabaseSync>) => Result): Result {
  const database = new DatabaseSync(databaseIn(dataDir), { timeout: 30_000 })
  try {
    return work(database)
  } finally {
    database.close()
  }
}

interface Embedded {
  readonly memories: number
  /** How many of them have a vector of the model. */
  readonly vectors: number
}

export const embeddedBy = (dataDir: string, model: string): Embedded =>
  inStore(dataDir, (database) => {
    const number = (sql: string, ...values: string[]) => (database.prepare(sql).get(...values) as { n: number }).n
    const vectors = 'SELECT count(*) AS n FROM vectors JOIN models ON models.id = model WHERE identity = ?'
    return { memories: number('SELECT count(*) AS n FROM memories'), vectors: number(vectors, model) }
  })

/** Who was killed holds a lease for a minute: let it have passed. */
export const letLeasesLapse = (dataDir: string): void =>
  inStore(dataDir, (database) => database.exec('UPDATE leases SET expires_at = 0'))

/** What is wrong with the vectors: each text must have one of either model, and each must be that model's, byte for byte. */
export async function findWrongVectors(dataDir: string): Promise<string[]> {
  const rows = inStore(dataDir, (database) => {
    const of = `(SELECT components FROM vectors JOIN models ON models.id = model WHERE identity = ? AND row = memories.row)`
    const statement = database.prepare(`SELECT id, text, ${of} AS given, ${of} AS turned FROM memories`)
    return statement.all(ourModel, turnedModel) as { id: string; text: string; given: Buffer; turned: Buffer }[]
  })
  const wanted = await ours.embed(rows.map(({ text }) => text))
  const turn = (vector: Int8Array) =>
    vector.toReversed().map((component, at) => (at % 2 === 0 ? component : -component))
  const isSame = (stored: Uint8Array | null, vector: Int8Array) =>
    stored !== null && Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).equals(stored)
  return rows.flatMap(({ id, given, turned }, at) => [
    ...(isSame(given, wanted[at]!) ? [] : [`${id} has no vector of ${ourModel}, or another text's`]),
    ...(isSame(turned, turn(wanted[at]!)) ? [] : [`${id} has no vector of ${turnedModel}, or another text's`]),
  ])
}
