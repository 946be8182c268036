import { openWorldWeaver } from '#ww/index.js'
import { projectOf } from './world.mjs'

/** Every memory after the week, newest first, with the session that it was said in; `told` are those of `remember`. */
export async function readStored(dataDir, told) {
  const memory = openWorldWeaver({ dataDir, session: 'default', project: null })
  try {
    const stored = []
    for await (const { lines } of memory.export({ project: '*' })) {
      for (const line of lines) {
        const { id, content, project, happened_at, facets } = JSON.parse(line)
        if (content === undefined) continue
        const session = told.get(id) ?? facets?.agent_session
        stored.push({ id, text: content, project, at: Date.parse(happened_at), session })
      }
    }
    return stored.sort((a, b) => b.at - a.at)
  } finally {
    await memory.close()
  }
}

/** What a memory of the last few things would bring, whatever is asked. */
export function newestOf(stored, repository, count) {
  const own = stored.filter(({ project }) => project === projectOf(repository)).slice(0, count)
  return { text: own.map(({ text }) => `- ${text}`).join('\n'), ids: own.map(({ id }) => id) }
}
