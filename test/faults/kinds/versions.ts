import { DatabaseSync } from '@photostructure/sqlite'
import { migrations } from '#ww/adapters/sqlite/schema/schema.js'
import { databaseIn, fileDigests } from '../../support/database.js'
import { type Refused, refusalOf } from '../clear-message.js'
import type { FaultKind, Verdict } from '../fault.js'
import { closedStore, copyStore, tellHere } from '../filled-store.js'
import { Story } from '../story.js'
import { bearWitness, openMind, withMind } from '../witness.js'

const current = migrations.at(-1)!.version

/** A newer program has changed the database: an older one leaves it alone, whether it comes later or was there already. */
export const newerVersion: FaultKind = {
  name: 'database of a newer version',
  faultsPerSeed: 2,
  share: 3,
  async run(random, ground) {
    const { folder, told } = await closedStore(random.below(4))
    const verdicts: Verdict[] = []
    const later = current + 1 + random.below(1_000)

    const coming = ground.newFolder()
    copyStore(folder, coming)
    setVersion(coming, later)
    const before = digestOf(coming)
    await withMind(coming, async (mind) => {
      for (const { name, input } of calls(random.below(1_000)))
        expectUpgrade(await refusalOf(() => mind.call(name, input)), later)
    })
    if (digestOf(coming) !== before) throw new Error('it changed the database')
    setVersion(coming, current)
    await bearWitness(coming, told)
    verdicts.push('clear message')

    const staying = ground.newFolder()
    copyStore(folder, staying)
    const mind = openMind(staying)
    ground.afterwards(() => mind.close())
    const story = new Story(random, 'staying')
    await tellHere(mind, story, 2)
    setVersion(staying, later)
    for (const { name, input } of calls(random.below(1_000)))
      expectUpgrade(await refusalOf(() => mind.call(name, input)), later)
    setVersion(staying, current)
    // Nothing needs a restart once the cause is gone.
    await tellHere(mind, story, 2)
    await bearWitness(staying, story)
    await bearWitness(staying, told)
    verdicts.push('clear message')
    return verdicts
  },
}

const digestOf = (dataDir: string): string | undefined => fileDigests(dataDir)['world-weaver.db']

const calls = (number: number) => [
  { name: 'remember', input: { text: `Written by an older program, number ${number}.` } } as const,
  { name: 'recall', input: { query: 'cargo' } } as const,
]

function setVersion(dataDir: string, version: number): void {
  const database = new DatabaseSync(databaseIn(dataDir), { timeout: 30_000 })
  database.exec(`PRAGMA user_version = ${version}; PRAGMA wal_checkpoint(TRUNCATE)`)
  database.close()
}

function expectUpgrade({ message }: Refused, version: number): void {
  if (!message.includes(`schema ${version}`) || !message.includes('Upgrade')) throw new Error(`unclear: ${message}`)
}
