/**
 * What is said into the conversation, as the client of that event reads it. Cursor's events begin with a small letter
 * and have a field of their own; the others have taken over Claude Code's.
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
