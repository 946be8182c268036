import type { CliSurface } from '../surface.js'
import type { Answers } from './answers.js'

/** Somebody at a terminal, who is shown lines and asked one question after the other. */
export interface Person {
  say(lines: readonly string[]): void
  /** Undefined at the end of the input. */
  ask(question: string): Promise<string | undefined>
  readonly terminal: CliSurface['terminal']
  readonly now: number
}

export const personAt = ({ stdin, stdout, terminal, now }: CliSurface, answers: Answers): Person => ({
  say: (lines) => stdout.write(`${lines.join('\n')}\n`),
  async ask(question) {
    stdout.write(`${terminal.style.bold(question)} `)
    const answer = await answers.next()
    if (stdin.isTTY !== true) stdout.write('\n')
    return answer
  },
  terminal,
  now: now(),
})
