import { parseArgs } from 'node:util'
import { endAfter } from './end-after.js'
import { runHook } from './run-hook.js'

/** Storing a session takes seconds; the largest transcripts a minute. */
const keepDeadlineMs = 10 * 60_000

/** Parses the arguments of `ww hook`. Unknown arguments are ignored: a wrong setting must not stop a client. */
export async function startHook(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    options: {
      debug: { type: 'boolean' },
      wait: { type: 'boolean' },
      keep: { type: 'boolean' },
      helper: { type: 'string' },
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
  // A named folder takes precedence over a database from the environment.
  if (typeof values['data-dir'] === 'string') process.env.WW_DATABASE_URL = ''
  // The detached process that `storeInBackground` starts; the arguments are session ids.
  if (values.keep) {
    endAfter(keepDeadlineMs)
    return (await import('./store-sessions.js')).storeSessions(positionals)
  }
  // The detached process that `startHelper` starts.
  if (typeof values.helper === 'string') return (await import('./helper/run-helper.js')).runHelper(values.helper)
  await runHook({
    ...(positionals[0] === undefined ? {} : { moment: positionals[0] }),
    debug: values.debug === true,
    wait: values.wait === true,
  })
}
