import type { Answers } from '../ask/answers.js'
import type { CliSurface, GlobalOptions } from '../surface.js'
import type { ClientStatus } from './connections.js'
import { renderStatus } from './render-connections.js'

export interface Choice {
  /** `connect` or `disconnect`. */
  readonly command: string
  /** The clients to choose from. */
  readonly offered: readonly ClientStatus[]
  /** Message if there are none. */
  readonly none: string
}

/** Asks in a terminal which of the offered clients to use. Elsewhere they must be named: undefined, after a message. */
export async function chooseClients(
  { command, offered, none }: Choice,
  { stdin, stdout, stderr, terminal, errorTerminal, name }: CliSurface,
  { json = false }: GlobalOptions,
  answers: Answers,
): Promise<readonly string[] | undefined> {
  const ids = offered.map(({ id }) => id)
  const example = `"${name} ${command} ${ids.join(' ')}" or "${name} ${command} --all"`
  const message = ids.length === 0 ? none : `Nothing was changed. Name the clients: ${example}.`
  if (json) {
    stdout.write(`${JSON.stringify({ error: 'validation_error', message, clients: offered }, null, 2)}\n`)
    return undefined
  }
  if (ids.length > 0) stdout.write(`${renderStatus(offered, terminal).join('\n')}\n`)
  if (ids.length === 0 || stdin.isTTY !== true) {
    stderr.write(`${errorTerminal.style.red(`${name}:`)} ${message}\n`)
    return undefined
  }
  stdout.write(`\n${terminal.style.bold(`Which ones should I ${command}?`)} "all", some of their names, or "none"\n> `)
  return idsIn((await answers.next()) ?? 'none', ids)
}

function idsIn(answer: string, offered: readonly string[]): readonly string[] {
  const words = answer
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  if (words.length === 1 && /^(?:all|y|yes)$/.test(words[0])) return offered
  return words.length === 1 && /^(?:none|n|no)$/.test(words[0]) ? [] : words
}
