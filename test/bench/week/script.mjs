/** The steps of a session, as they stand in a script. */

/** What the person typed. */
export const asks = (text) => ({ kind: 'asks', text })
/** What the agent wrote. */
export const says = (text) => ({ kind: 'says', text })
/** A command that succeeded, and one that failed. */
export const runs = (command, output = '') => ({
  kind: 'call',
  tool: 'Bash',
  input: { command },
  output,
  failed: false,
})
export const fails = (command, output) => ({ kind: 'call', tool: 'Bash', input: { command }, output, failed: true })
export const edits = (path) => ({
  kind: 'call',
  tool: 'Edit',
  input: { file_path: path, old_string: 'before', new_string: 'after' },
  output: `The file ${path} has been updated.`,
  failed: false,
})
/** The agent's call of `remember`. */
export const remembers = (text, ...answers) => ({ kind: 'remembers', text, answers })

/** `day` counts from the first of the week. */
export const session = (name, day, hour, ...steps) => ({ name, day, hour, steps })

/**
 * A prompt, or a command that fails, for which something of the week should be brought: `says` is the fact, `from` are
 * the sessions that it was said in. What `may` also be brought bears on it, too.
 */
export const prompt = (text, says, from, may = []) => ({ prompt: text, says, from: [from].flat(), may })
export const failure = (command, error, says, from, may = []) => ({
  failure: { command, error },
  says,
  from: [from].flat(),
  may,
})
/** For these nothing should be brought. */
export const silence = (text) => ({ prompt: text })
export const silentFailure = (command, error) => ({ failure: { command, error } })
