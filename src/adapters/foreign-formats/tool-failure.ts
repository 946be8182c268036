import { redactSecrets } from '../../memory/secrets/redact-secrets.js'
import { withoutColours } from '../../terminal-colours.js'

const maxHead = 200
const maxTail = 400

/**
 * "npm test failed: …", shortened: the beginning names the command, the end the error. Redacted before it is cut, because a
 * partial secret is not recognised.
 */
export function describeFailure(call: string, output: string): string | undefined {
  const plain = withoutColours(output.replace(/<\/?tool_use_error>/g, ''))
  const text = redactSecrets(plain).text.trim()
  if (text === '') return undefined
  const short =
    text.length <= maxHead + maxTail ? text : `${text.slice(0, maxHead).trim()}\n…\n${text.slice(-maxTail).trim()}`
  return `${call} failed: ${short}`.toWellFormed()
}

/** Input fields that identify a call, most specific first. */
const identifyingFields = ['command', 'cmd', 'file_path', 'path', 'pattern', 'url', 'query', 'description']
const maxCall = 200

/** "Bash `npm test`", computed on demand, because most calls succeed. */
export function describeCall(tool: string, input: Readonly<Record<string, unknown>>): () => string {
  const value = identifyingFields.map((key) => input[key]).find((each) => typeof each === 'string' || isWords(each))
  const words = isWords(value) ? value.join(' ') : value
  return () => (typeof words === 'string' ? `${tool} \`${redactSecrets(words).text.slice(0, maxCall)}\`` : tool)
}

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
