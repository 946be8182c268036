import type { ClientPart } from './client.js'
import { readingTools, serverName } from './mcp-server.js'
import { ownFile } from './own-file.js'

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

export const geminiPolicy: ClientPart['edit'] = ({ allowsReading }) =>
  ownFile(mark, allowsReading === true ? policy : undefined)
