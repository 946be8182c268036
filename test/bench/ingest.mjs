/** An episode as `create_episode` takes it. */
const toInput = ({ text, session, at, extra }) => ({
  content: text,
  session_id: session,
  ...(at === undefined ? {} : { timestamp: new Date(at).toISOString() }),
  ...extra,
})

/**
 * Stores episodes as agents do: each session is told one after the other, the sessions run side by side.
 * Returns the ids in the order of `episodes`.
 */
export async function ingest(mind, episodes) {
  const sessions = groupBySession(episodes)
  const ids = new Array(episodes.length)
  const tell = async (indexes) => {
    for (const index of indexes) ids[index] = (await mind.call('create_episode', toInput(episodes[index]))).id
  }
  await Promise.all([...sessions.values()].map(tell))
  return ids
}

function groupBySession(episodes) {
  const sessions = new Map()
  episodes.forEach(({ session }, index) => {
    if (!sessions.has(session)) sessions.set(session, [])
    sessions.get(session).push(index)
  })
  return sessions
}

/** The same as fast as it goes: as lines of a file, by the operation behind `ww import`. */
export async function importAll(mind, episodes) {
  for await (const { line, what } of mind.import(toLines(episodes))) {
    if (what !== 'added') throw new Error(`line ${line} of the import: ${what}`)
  }
}

const encoder = new TextEncoder()

function* toLines(episodes) {
  for (const episode of episodes) {
    const { content, session_id, timestamp, ...extra } = toInput(episode)
    yield encoder.encode(`${JSON.stringify({ content, session_id, happened_at: timestamp, ...extra })}\n`)
  }
}
