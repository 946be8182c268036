import { expect, test } from 'vitest'
import { WorldWeaverError } from '../../errors.js'
import { StoreConflict, StoreTrouble } from '../../ports/memory-store.js'
import { fromThreadError, toThreadError } from './thread-error.js'

/** As a message between threads does. */
const carried = (error: unknown): Error => fromThreadError(structuredClone(toThreadError(error)))

test('a conflict is a conflict on the other side too', () => {
  const conflict = new StoreConflict('ep-1 is no longer at version 1')
  expect(carried(conflict)).toBeInstanceOf(StoreConflict)
  expect(carried(conflict)).toMatchObject({ message: conflict.message, stack: conflict.stack })
})

test('trouble keeps its cause, if it has one', () => {
  const caused = carried(new StoreTrouble('The disk is full', { cause: new Error('SQLITE_FULL') }))
  expect(caused).toBeInstanceOf(StoreTrouble)
  expect(caused).toMatchObject({ message: 'The disk is full', cause: { message: 'SQLITE_FULL' } })
  const alone = carried(new StoreTrouble('not in time'))
  expect(alone).toBeInstanceOf(StoreTrouble)
  expect(alone.cause).toBeUndefined()
})

test('[COM8] an error keeps its code', () => {
  const error = carried(new WorldWeaverError('internal_error', 'written by a newer one'))
  expect(error).toBeInstanceOf(WorldWeaverError)
  expect(error).toMatchObject({ code: 'internal_error', message: 'written by a newer one' })
})

test('any other error keeps its words', () => {
  expect(carried(new RangeError('too far'))).toMatchObject({ message: 'too far' })
  expect(carried('thrown text')).toMatchObject({ message: 'thrown text' })
})
