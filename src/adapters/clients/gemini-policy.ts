import type { ClientPart } from './client.js'
import { readingTools, serverName } from './mcp-server.js'
import { SettingsProblem } from './settings-problem.js'

/** By which the file is known again. */
const mark = '# World Weaver: written by "ww connect gemini --allow-reading", taken away by "ww disconnect gemini".'

/**
 * https://geminicli.com/docs/reference/policy-engine: every file of the folder counts, and a rule of the user's overrides
 * those that come with Gemini CLI. `trust` in the server's entry would let through every tool.
 */
const policy = `${mark}
[[rule]]
mcpName = ${JSON.stringify(serverName)}
toolName = ${JSON.stringify(readingTools)}
decision = "allow"
priority = 100
`

/** The whole file is ours: one of that name which we did not write is left alone. */
export const geminiPolicy: ClientPart['edit'] = ({ allowsReading }) => {
  const isOurs = (text: string) => text.startsWith(mark)
  return {
    apply(text) {
      if (allowsReading !== true) return text
      if (text.trim() !== '' && !isOurs(text))
        throw new SettingsProblem('this file is not from World Weaver', { line: 1, column: 1 })
      return policy
    },
    revert: (text, before) => (isOurs(text) ? before : text),
  }
}
