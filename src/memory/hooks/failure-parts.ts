import { namesError } from './names-error.js'
import type { PromptPart } from './prompt-parts.js'

/** A failed tool call as the client reports it, without terminal colours. */
export interface Failure {
  readonly tool: string
  readonly command: string
  readonly error: string
}

const maxLines = 5
const maxLineLength = 300
const noise = /^(?:at .+:\d+|File ".+", line \d+|exit code:? \d+|\^+|~+|[-=*_ ]+)$/iu

/** The lines that report the error, each as a query of its own and once more together with the command. */
export function partsOfFailure({ command, error }: Failure): readonly PromptPart[] {
  const lines = error
    .split('\n')
    .map((line) => line.trim().slice(0, maxLineLength))
    .filter((line) => line.length > 5 && !noise.test(line))
  const errorLines = lines.filter((line) => namesError.test(line))
  const chosen = [...new Set(errorLines.length > 0 ? errorLines : lines)].slice(0, maxLines)
  const first = command.split('\n')[0].slice(0, maxLineLength)
  return chosen.flatMap((line) => [
    { text: line, errorLine: line },
    ...(first === '' ? [] : [{ text: `${first} ${line}`, errorLine: line }]),
  ])
}
