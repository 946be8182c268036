import { parseArgs } from 'node:util'
import { runHook } from './run-hook.js'

/** What stands behind `ww hook`. Whatever it is, a client that has it wrong is not stopped by it. */
export async function startHook(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    options: {
      debug: { type: 'boolean' },
      wait: { type: 'boolean' },
      keep: { type: 'boolean' },
      'data-dir': { type: 'string' },
      session: { type: 'string' },
      project: { type: 'string' },
    },
  })
  const variables = { 'data-dir': 'WW_DATA_DIR', session: 'WW_SESSION_ID', project: 'WW_PROJECT' }
  for (const [option, variable] of Object.entries(variables)) {
    const given = values[option]
    if (typeof given === 'string') process.env[variable] = given
  }
  // Whoever names a folder means what is in it.
  if (typeof values['data-dir'] === 'string') process.env.WW_DATABASE_URL = ''
  // The process that a hook leaves behind: the sessions are named by their ids.
  if (values.keep) return (await import('./keep-sessions.js')).keepSessions(positionals)
  await runHook({
    ...(positionals[0] === undefined ? {} : { moment: positionals[0] }),
    debug: values.debug === true,
    wait: values.wait === true,
  })
}
