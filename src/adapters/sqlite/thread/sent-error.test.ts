import { expect, test } from 'vitest'
import { WorldWeaverError } from '../../../errors.js'
import { StoreConflict, StoreUnavailable } from '../../../ports/store/errors.js'
import { fromSentError, toSentError } from './sent-error.js'

/** As a message between threads does. */
const carried = (error: unknown): Error => fromSentError(structuredClone(toSentError(error)))

test('a conflict is a conflict on the other side too', () => {
  const conflict = new StoreConflict('ep-1 is no longer at version 1')
  expect(carried(conflict)).toBeInstanceOf(StoreConflict)
  expect(carried(conflict)).toMatchObject({ message: conflict.message, stack: conflict.stack })
})

test('a StoreUnavailable keeps its cause, if it has one', () => {
  const caused = carried(new StoreUnavailable('The disk is full', { cause: new Error('SQLITE_FULL') }))
  expect(caused).toBeInstanceOf(StoreUnavailable)
  expect(caused).toMatchObject({ message: 'The disk is full', cause: { message: 'SQLITE_FULL' } })
  const alone = carried(new StoreUnavailable('not in time'))
  expect(alone).toBeInstanceOf(StoreUnavailable)
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
