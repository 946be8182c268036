/** Renders a session as its client writes it, and cuts it where the client would call a hook. */

/**
 * What the client does one after another: `event` is its hook, `session` its id, `transcript` the file as it stands then.
 * A compaction and the end of a session that is resumed later call the hook too.
 */
export function stagesOf(script, { session, cwd }) {
  const writer = { 'claude-code': claudeCode, codex, gemini }[script.client](script, session, cwd)
  const stages = []
  for (const turn of script.turns) {
    const mark = turn.kind === 'event' ? turn.text.split(' ')[0] : undefined
    if (mark === 'compact') stages.push({ event: 'PreCompact', ...writer.state() })
    if (mark === 'resume') stages.push({ event: 'SessionEnd', ...writer.state() })
    writer.add(turn, mark)
  }
  stages.push({ event: script.client === 'codex' ? 'Stop' : 'SessionEnd', ...writer.state() })
  return stages
}

const timeOf = (minute) => new Date(Date.UTC(2026, 2, 3, 9, minute)).toISOString()
/** The end of the name says which hook injected it. */
const injectedBlock = (text) =>
  `<world-weaver hook="prompt">\nRemembered, and perhaps useful here.\n${text}\n</world-weaver>`
const continued =
  'This session is being continued from a previous conversation that ran out of context. The cause was unclear.'

/** Splits "Bash pnpm test" into the tool and its argument. */
const callOf = (text) => text.split(/ (.*)/s)
const fieldOf = {
  Bash: 'command',
  Grep: 'pattern',
  Glob: 'pattern',
  WebFetch: 'url',
  Task: 'prompt',
  run_shell_command: 'command',
}
const inputOf = (tool, argument) =>
  tool.startsWith('mcp__') ? { query: argument } : { [fieldOf[tool] ?? 'file_path']: argument }

function claudeCode({ isHeadless }, firstSession, cwd) {
  let session = firstSession
  let lines = []
  let calls = 0
  const shared = () => ({
    uuid: `${firstSession}-${lines.length}`,
    sessionId: session,
    cwd,
    entrypoint: isHeadless ? 'sdk-cli' : 'cli',
    timestamp: timeOf(lines.length),
  })
  const write = (role, content, more = {}) =>
    lines.push({ type: role, message: { role, content }, ...shared(), isSidechain: false, ...more })
  const text = (words) => [{ type: 'text', text: words }]
  return {
    add(turn, mark) {
      const [tool, argument = ''] = callOf(turn.text)
      if (turn.kind === 'user') write('user', turn.text)
      if (turn.kind === 'agent') write('assistant', text(turn.text))
      if (turn.kind === 'call')
        write('assistant', [{ type: 'tool_use', id: `t${++calls}`, name: tool, input: inputOf(tool, argument) }])
      if (turn.kind === 'result' || turn.kind === 'failure') {
        const isError = turn.kind === 'failure'
        write('user', [{ type: 'tool_result', tool_use_id: `t${calls}`, content: turn.text, is_error: isError }])
      }
      if (mark === 'api')
        write('assistant', text(argument), {
          isApiErrorMessage: true,
          message: { role: 'assistant', model: '<synthetic>', content: text(argument) },
        })
      if (mark === 'sidechain') write('assistant', text(argument), { isSidechain: true })
      if (mark === 'interrupted') write('user', text('[Request interrupted by user]'))
      if (mark === 'injected')
        write('user', `<system-reminder>${injectedBlock(argument)}</system-reminder>`, { isMeta: true })
      if (mark === 'compact') write('user', continued, { isCompactSummary: true })
      // A resumed session may get an id of its own; its file begins with a copy of the earlier lines.
      if (mark === 'resume') {
        session = `${firstSession}-resumed`
        lines = lines.map((line) => ({ ...line, sessionId: session }))
      }
    },
    state: () => ({ session, name: `${session}.jsonl`, transcript: jsonLines(lines) }),
  }
}

function codex({ isHeadless }, session, cwd) {
  const origin = isHeadless
    ? { originator: 'codex_exec', source: 'exec' }
    : { originator: 'codex_cli_rs', source: 'cli' }
  const lines = [{ timestamp: timeOf(0), type: 'session_meta', payload: { id: session, cwd, ...origin } }]
  let calls = 0
  let isPatch = false
  const write = (payload) => lines.push({ timestamp: timeOf(lines.length), type: 'response_item', payload })
  const message = (role, words) =>
    write({ type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text: words }] })
  return {
    add(turn, mark) {
      const [tool, argument = ''] = callOf(turn.text)
      if (turn.kind === 'user') message('user', turn.text)
      if (turn.kind === 'agent') message('assistant', turn.text)
      if (turn.kind === 'call') {
        const call_id = `c${++calls}`
        isPatch = tool === 'apply_patch'
        const patch = `*** Begin Patch\n*** Update File: ${argument}\n@@\n-old\n+new\n*** End Patch`
        if (isPatch) write({ type: 'custom_tool_call', call_id, name: tool, input: patch })
        else {
          const given = tool === 'shell' ? { command: ['bash', '-lc', argument] } : { query: argument }
          write({ type: 'function_call', call_id, name: tool, arguments: JSON.stringify(given) })
        }
      }
      if (turn.kind === 'result' || turn.kind === 'failure') {
        const metadata = { exit_code: turn.kind === 'failure' ? 1 : 0, duration_seconds: 0.4 }
        const type = isPatch ? 'custom_tool_call_output' : 'function_call_output'
        write({ type, call_id: `c${calls}`, output: JSON.stringify({ output: turn.text, metadata }) })
      }
      if (mark === 'interrupted')
        message('user', '<turn_aborted>\nThe user interrupted the previous turn.\n</turn_aborted>')
      if (mark === 'injected') message('user', injectedBlock(argument))
    },
    state: () => ({ session, name: `rollout-2026-03-03T09-00-00-${session}.jsonl`, transcript: jsonLines(lines) }),
  }
}

function gemini(_, sessionId) {
  const messages = []
  const write = (type, content) => {
    const timestamp = timeOf(messages.length)
    messages.push({ id: `m${messages.length}`, timestamp, type, content })
  }
  return {
    add(turn) {
      const [tool, argument = ''] = callOf(turn.text)
      if (turn.kind === 'user') write('user', turn.text)
      if (turn.kind === 'agent') write('gemini', turn.text)
      if (turn.kind === 'call') {
        write('gemini', '')
        messages.at(-1).toolCalls = [{ id: `g${messages.length}`, name: tool, args: inputOf(tool, argument) }]
      }
      if (turn.kind === 'result' || turn.kind === 'failure') {
        const status = turn.kind === 'failure' ? 'error' : 'success'
        Object.assign(messages.at(-1).toolCalls[0], { status, resultDisplay: turn.text })
      }
    },
    state: () => ({
      session: sessionId,
      name: `${sessionId}.json`,
      transcript: JSON.stringify({ sessionId, messages }),
    }),
  }
}

const jsonLines = (lines) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
