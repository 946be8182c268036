import { namesError } from '../../memory/hooks/names-error.js'
import { redactSecrets } from '../../memory/secrets/redact-secrets.js'
import { withoutColours } from '../../terminal-colours.js'

const maxHead = 120
const maxErrors = 400
const maxWhole = 600

/**
 * "npm test failed: …": of a long log the first line, and the lines that name an error or, without one, the end. Redacted
 * before it is cut, because a partial secret is not recognised.
 */
export function describeFailure(call: string, output: string): string | undefined {
  const plain = withoutColours(output.replace(/<\/?tool_use_error>/g, ''))
  const text = redactSecrets(plain).text.trim()
  if (text === '') return undefined
  const short = text.length <= maxWhole ? text : errorsOf(text)
  return `${call} failed: ${short}`.toWellFormed()
}

function errorsOf(log: string): string {
  const [first = '', ...lines] = log.split('\n').map((line) => line.trim())
  const errors: string[] = []
  let length = 0
  for (const line of new Set(lines)) {
    if (line.length > maxErrors || !namesError.test(line)) continue
    length += line.length
    if (length > maxErrors) break
    errors.push(line)
  }
  const rest = errors.length > 0 ? errors.join('\n') : log.slice(-maxErrors).trim()
  return `${first.slice(0, maxHead)}\n…\n${rest}`
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
