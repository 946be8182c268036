import { maskSecrets } from '../../secrets/mask-secrets.js'
import { withoutColours } from '../../terminal-colours.js'

const mostHead = 200
const mostTail = 400

/**
 * "npm test failed: …", in short: the beginning says what it was, the end what was wrong. Masked before it is cut: half
 * a secret is no longer known for one.
 */
export function describeFailure(call: string, output: string): string | undefined {
  const plain = withoutColours(output.replace(/<\/?tool_use_error>/g, ''))
  const told = maskSecrets(plain).text.trim()
  if (told === '') return undefined
  const short =
    told.length <= mostHead + mostTail ? told : `${told.slice(0, mostHead).trim()}\n…\n${told.slice(-mostTail).trim()}`
  return `${call} failed: ${short}`.toWellFormed()
}

/** The one thing that tells a call of a tool from others of it. */
const telling = ['command', 'cmd', 'file_path', 'path', 'pattern', 'url', 'query', 'description']
const mostCall = 200

/** "Bash `npm test`", for whoever asks: of most calls nobody does. */
export function describeCall(tool: string, input: Readonly<Record<string, unknown>>): () => string {
  const told = telling.map((key) => input[key]).find((value) => typeof value === 'string' || isWords(value))
  const words = isWords(told) ? told.join(' ') : told
  return () => (typeof words === 'string' ? `${tool} \`${maskSecrets(words).text.slice(0, mostCall)}\`` : tool)
}

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
