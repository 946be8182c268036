/** Has the agent go on with this, instead of ending its turn: the same for Claude Code and Codex. */
export const toStopOutput = (reason: string): string => JSON.stringify({ decision: 'block', reason })

/**
 * Formats the injected text for the client. Cursor's events begin with a lower-case letter and use their own field; the
 * other clients use Claude Code's.
 * https://code.claude.com/docs/en/hooks, https://cursor.com/docs/agent/hooks
 */
export function toHookOutput(eventName: string, text: string): string {
  const isCursor = /^[a-z]/.test(eventName)
  return JSON.stringify(
    isCursor
      ? { additional_context: text }
      : { hookSpecificOutput: { hookEventName: eventName, additionalContext: text } },
  )
}
