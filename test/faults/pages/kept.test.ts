import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, test } from 'vitest'
import { findSpoiltParts } from '#ww/adapters/sqlite/sums/spoilt-parts.js'
import { databaseIn } from '../../support/database.js'
import { closedStore } from '../filled-store.js'

describe('[COM11] the checksums of a store', () => {
  test.each([0, 1, 2, 3])('match its rows, after writes of every operation (%i)', async (seed) => {
    const { folder } = await closedStore(seed)
    const database = new DatabaseSync(databaseIn(folder), { readOnly: true })
    expect(findSpoiltParts(database)).toEqual([])
    expect((database.prepare('SELECT count(*) AS n FROM sums').get() as { n: number }).n).toBeGreaterThan(8)
    database.close()
  })
})
