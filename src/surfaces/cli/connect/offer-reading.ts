import type { Answers } from '../ask/answers.js'
import type { CliSurface } from '../surface.js'
import type { ClientStatus } from './connections.js'

/** CNN9: asks whether these clients may read memories without asking before each call. Anything but a yes is a no. */
export async function offerReading(
  clients: readonly ClientStatus[],
  { stdout, terminal }: CliSurface,
  answers: Answers,
): Promise<boolean> {
  const names = clients.map(({ name }) => name)
  const [who, ask] =
    names.length === 1 ? [names[0], 'asks'] : [`${names.slice(0, -1).join(', ')} and ${names.at(-1)}`, 'ask']
  stdout.write(`\n${who} ${ask} you before each call of a tool.\n`)
  const question = 'Let your memories be read without that question? Only recall and get_memory, which change nothing.'
  stdout.write(`${terminal.style.bold(question)} y/N\n> `)
  return /^(?:y|yes)$/i.test((await answers.nextLine())?.trim() ?? '')
}
