import { connect } from '../speed/mcp-process.mjs'

/** Nothing of the caller's own settings, and nothing kept from the last run. */
export const cleanEnvironment = (store) => ({ PATH: process.env.PATH, HOME: store })

/**
 * A peer's server behind the official client. `toolsOf` says in its own tools what every peer is asked for:
 * - `tell(items)`: stores them, gives a handle for each;
 * - `ask(question, limit)`: the handles of what it finds, best first; none where it looks for strings alone;
 * - `find(word, limit)`: the same for one word, where it looks for strings; without a limit all that it gives;
 * - `holding(handles)`: those of them that it still has.
 */
export async function startServer(launch, toolsOf) {
  const server = await connect({ stderr: 'ignore', ...launch })
  return { ...toolsOf(server.call), memory: server.memory, stop: server.close }
}

/** What a tool said that answers in text. */
export const textOf = ({ content }) => content[0].text

/** An entity for each, so many a call: as the official server's tools have it, and those made after them. */
export async function tellEntities(call, items, batch) {
  const entities = items.map(({ id, text, session }) => ({ name: id, entityType: session, observations: [text] }))
  for (let from = 0; from < entities.length; from += batch)
    await call('create_entities', { entities: entities.slice(from, from + batch) })
  return items.map(({ id }) => id)
}
