import { WorldWeaverError } from '../../../errors.js'
import { readAnswers } from '../asking/answers.js'
import type { CliSurface, GlobalOptions } from '../surface.js'
import type { ClientStatus } from './connections.js'
import { renderStatus } from './render-connections.js'

export interface Choice {
  /** `connect` or `disconnect`. */
  readonly command: string
  /** Those that nobody has to name. */
  readonly offered: readonly ClientStatus[]
  /** Said when there are none. */
  readonly none: string
}

/** Which of the clients on offer are meant: asked in a terminal; elsewhere they must be named. */
export async function chooseClients(
  { command, offered, none }: Choice,
  { stdin, stdout, terminal, name }: CliSurface,
  { json = false }: GlobalOptions,
): Promise<readonly string[]> {
  const ids = offered.map(({ id }) => id)
  if (ids.length === 0) {
    if (!json) stdout.write(`${none}\n`)
    return []
  }
  if (!json) stdout.write(`${renderStatus(offered, terminal).join('\n')}\n`)
  if (json || stdin.isTTY !== true) {
    const example = `"${name} ${command} ${ids.join(' ')}" or "${name} ${command} --all"`
    throw new WorldWeaverError('validation_error', `nothing was done; say which are meant: ${example}`)
  }
  stdout.write(`\n${terminal.style.bold(`Which ones should I ${command}?`)} "all", some of their names, or "none"\n> `)
  const answers = readAnswers(stdin)
  try {
    return idsIn((await answers.next()) ?? 'none', ids)
  } finally {
    await answers.end()
  }
}

function idsIn(answer: string, offered: readonly string[]): readonly string[] {
  const said = answer
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== '')
  if (said.length === 1 && /^(?:all|y|yes)$/.test(said[0])) return offered
  return said.length === 1 && /^(?:none|n|no)$/.test(said[0]) ? [] : said
}
