/** The tool's name as a client of MCP shows it to its model. */
const rememberTool = 'mcp__world-weaver__remember'
const minuteMs = 60_000

/** When each step happened: a minute after the one before. */
export const timeOf = ({ day, hour }, step, weekStart) =>
  weekStart + (day * 24 + hour) * 60 * minuteMs + step * minuteMs

/** The session as Claude Code writes it: a line of JSON for each message, and two for each call of a tool. */
export function toTranscript({ name, steps, ...when }, weekStart, cwd) {
  const line = (type, content, at) =>
    JSON.stringify({
      type,
      sessionId: name,
      cwd,
      timestamp: new Date(at).toISOString(),
      message: { role: type, content },
    })
  return steps.flatMap((step, place) => {
    const at = timeOf(when, place, weekStart)
    if (step.kind === 'asks') return [line('user', step.text, at)]
    if (step.kind === 'says') return [line('assistant', [{ type: 'text', text: step.text }], at)]
    const id = `${name}-${place}`
    const { tool, input, output, failed } = step.kind === 'remembers' ? remembering(step) : step
    return [
      line('assistant', [{ type: 'tool_use', id, name: tool, input }], at),
      line('user', [{ type: 'tool_result', tool_use_id: id, content: output, is_error: failed }], at),
    ]
  })
}

const remembering = ({ text, answers }) => ({
  tool: rememberTool,
  input: { text, answers },
  output: '{"stored":true}',
  failed: false,
})
