export class StoreConflict extends Error {
  override readonly name = 'StoreConflict'
}

/** The store cannot be used, but its owner can fix it: the message says how, the cause why. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}
