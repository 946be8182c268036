import { createTranscriptReader } from '#ww/adapters/foreign-formats/read-transcript.js'
import { openWorldWeaver } from '#ww/index.js'
import { projectOf } from './world.mjs'

/** The same without a process for each hook: what hooks do behind the reading of their input. For quick runs. */
export function startInProcess(dataDir) {
  let now = 0
  const memory = openWorldWeaver({ dataDir, session: 'default', project: null, clock: { now: () => now } })
  const brought = new Map()

  async function compose({ session, repository }, event, at) {
    now = at
    const except = brought.get(session) ?? []
    const scope = { project: projectOf(repository) }
    const injection = await memory.hooks.composeContext({ scope, except, client: 'claude-code', ...event })
    brought.set(session, [...except, ...(injection?.ids ?? [])])
    return injection?.text ?? ''
  }

  return {
    start: (of, at) => compose(of, { hook: 'start' }, at),
    prompt: (of, prompt, at) => compose(of, { hook: 'prompt', prompt }, at),
    failure: (of, failure, at) => compose(of, { hook: 'failure', failure: { tool: 'Bash', ...failure } }, at),
    stop: async () => {},
    async end({ session, repository }, lines, at) {
      now = at
      const read = createTranscriptReader()
      const ended = {
        agentSession: session,
        start: null,
        askedAt: null,
        client: 'claude-code',
        events: lines.flatMap((line) => read(line)),
        injectedIds: brought.get(session) ?? [],
        knownTexts: [],
        isIgnored: () => false,
        folder: `/${repository}`,
      }
      await memory.hooks.storeSession(ended, { project: projectOf(repository) })
    },
    async remember({ repository }, { text, answers }, at) {
      now = at
      const { id } = await memory.call('remember', { text, answers, project: projectOf(repository) })
      return id
    },
    close: () => memory.close(),
  }
}
