import { withoutColours } from '../terminal-colours.js'
import type { PromptPart } from './prompt-parts.js'

/** What failed, as a client tells it. */
export interface Failure {
  readonly tool: string
  readonly command: string
  readonly error: string
}

const mostLines = 5
const longestLine = 300
const namesError =
  /\b(?:error|exception|fatal|failed|failure|cannot|can['’]t|could not|denied|refused|not found|no such|does not exist|timed out|invalid|missing|unexpected)\b|\w(?:Error|Exception)\b|\bE[A-Z]{4,}\b/iu
const noise = /^(?:at .+:\d+|File ".+", line \d+|exit code:? \d+|\^+|~+|[-=*_ ]+)$/iu

/** The lines that say what went wrong, each a question of its own, and with the command that it came from. */
export function partsOfFailure({ command, error }: Failure): readonly PromptPart[] {
  const lines = withoutColours(error)
    .split('\n')
    .map((line) => line.trim().slice(0, longestLine))
    .filter((line) => line.length > 5 && !noise.test(line))
  const telling = lines.filter((line) => namesError.test(line))
  const chosen = [...new Set(telling.length > 0 ? telling : lines)].slice(0, mostLines)
  const first = command.split('\n')[0].slice(0, longestLine)
  return chosen.flatMap((line) => [
    { text: line, isPart: true },
    ...(first === '' ? [] : [{ text: `${first} ${line}`, isPart: true }]),
  ])
}
