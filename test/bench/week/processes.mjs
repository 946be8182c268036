import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect } from '../speed/mcp-process.mjs'

const main = fileURLToPath(import.meta.resolve('#ww/app/main.js'))

/**
 * The built program, as an agent's program starts it: a process for each hook, and a server for each repository that
 * stores and answers hooks. With `--wait`, since this measures what is brought and not how busy the machine is.
 */
export async function startProcesses(folder, dataDir, cwdOf) {
  const env = { PATH: process.env.PATH, HOME: folder, WW_DATA_DIR: dataDir, WW_RATE_LIMIT: '0' }
  const servers = {}
  for (const [name, cwd] of Object.entries(cwdOf)) servers[name] = await connect({ args: [main, 'mcp'], env, cwd })

  function hook(moment, event, { session, repository }, more) {
    const told = { hook_event_name: event, session_id: session, cwd: cwdOf[repository], ...more }
    const { stdout, status } = spawnSync(process.execPath, [main, 'hook', moment, '--wait'], {
      env,
      cwd: cwdOf[repository],
      input: JSON.stringify(told),
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`ww hook ${moment} ended with ${status}`)
    // An answer may be for the person alone.
    return stdout.trim() === '' ? '' : (JSON.parse(stdout).hookSpecificOutput?.additionalContext ?? '')
  }

  function write(session, lines) {
    const path = join(folder, `${session}.jsonl`)
    writeFileSync(path, `${lines.join('\n')}\n`)
    return { transcript_path: path }
  }

  return {
    start: (of) => hook('session-start', 'SessionStart', of, { source: 'startup' }),
    prompt: (of, prompt) => hook('prompt', 'UserPromptSubmit', of, { prompt }),
    failure: (of, { command, error }) =>
      hook('tool-failure', 'PostToolUseFailure', of, { tool_name: 'Bash', tool_input: { command }, error }),
    stop: (of, lines) => hook('stop', 'Stop', of, write(of.session, lines)),
    end: (of, lines) => hook('session-end', 'SessionEnd', of, write(of.session, lines)),
    async remember({ repository }, { text, answers }, at) {
      const timestamp = new Date(at).toISOString()
      const { structuredContent } = await servers[repository].call('remember', { text, answers, timestamp })
      return structuredContent.id
    },
    async close() {
      for (const server of Object.values(servers)) await server.close()
    },
  }
}
