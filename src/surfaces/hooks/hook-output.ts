/** Has the agent go on with this, instead of ending its turn: the same for Claude Code and Codex. */
export const toStopOutput = (reason: string): string => JSON.stringify({ decision: 'block', reason })

/**
 * Formats the injected text for the client. Cursor's events begin with a lower-case letter and use their own field; the
 * other clients use Claude Code's. A receipt is for the person alone, and Cursor has no place for it.
 * https://code.claude.com/docs/en/hooks, https://cursor.com/docs/agent/hooks
 */
export function toHookOutput(eventName: string, text: string, receipt?: string): string {
  if (isCursor(eventName)) return JSON.stringify({ additional_context: text })
  const told = text === '' ? {} : { hookSpecificOutput: { hookEventName: eventName, additionalContext: text } }
  return JSON.stringify({ ...(receipt === undefined ? {} : { systemMessage: receipt }), ...told })
}

/** Whether the client shows the person what a hook says to them. */
export const showsReceipts = (eventName: string): boolean => !isCursor(eventName)

const isCursor = (eventName: string): boolean => /^[a-z]/.test(eventName)
