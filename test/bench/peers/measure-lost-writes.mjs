import { withStore } from './temporary-store.mjs'

export const writers = 8
export const writesEach = 200

/**
 * Eight servers on one store, each told 200 things, one after the other, all at once. Lost is what was answered as
 * stored and is not there afterwards; refused is what the caller was told of.
 */
export function measureLostWrites(peer, home, items) {
  return withStore(async (store) => {
    await tellFirst(peer, home, store, items[0])
    const servers = await Promise.allSettled(Array.from({ length: writers }, () => peer.start(home, store)))
    const told = await Promise.all(
      servers.map((server, writer) =>
        writeAll(server, items.slice(writer * writesEach, (writer + 1) * writesEach), writer),
      ),
    )
    const answered = told.flatMap(({ answered }) => answered)
    const reasons = told.flatMap(({ reasons }) => reasons)
    const outcome = {
      asked: writers * writesEach,
      answered: answered.length,
      refused: reasons.length,
      reason: reasons[0],
    }
    try {
      return { ...outcome, lost: answered.length - (await countThere(peer, home, store, answered)) }
    } catch (error) {
      return { ...outcome, lost: answered.length, unreadable: error.message }
    }
  })
}

/** So that no eight of them make the same store at once. */
async function tellFirst(peer, home, store, item) {
  const memory = await peer.start(home, store)
  await memory.tell([{ ...item, id: 'first' }])
  await memory.stop()
}

async function writeAll({ value: memory, reason }, items, writer) {
  // One that does not start beside the others refuses all.
  if (memory === undefined) return { answered: [], reasons: items.map(() => reason.message) }
  const [answered, reasons] = [[], []]
  for (const [index, item] of items.entries()) {
    // Ids of one length: none is part of another.
    const id = `w${writer}x${String(index).padStart(4, '0')}`
    try {
      answered.push(...(await memory.tell([{ ...item, id }])))
    } catch (error) {
      reasons.push(error.message)
    }
  }
  await memory.stop()
  return { answered, reasons }
}

async function countThere(peer, home, store, handles) {
  const memory = await peer.start(home, store)
  try {
    return new Set(await memory.holding(handles)).size
  } finally {
    await memory.stop()
  }
}
