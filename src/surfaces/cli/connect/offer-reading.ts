import type { Answers } from '../ask/answers.js'
import type { CliSurface } from '../surface.js'
import type { ClientStatus } from './connections.js'
import { listed } from './render-connections.js'

/** CNN9: asks whether these clients may read memories without asking before each call. Anything but a yes is a no. */
export async function offerReading(
  clients: readonly ClientStatus[],
  { stdout, terminal }: CliSurface,
  answers: Answers,
): Promise<boolean> {
  const one = clients.length === 1
  const who = listed(clients.map(({ name }) => name))
  stdout.write(`\n${who} ${one ? 'asks you each time before it uses' : 'ask you each time before they use'} a tool.\n`)
  const question = `May ${one ? 'it' : 'they'} read your memories without asking?`
  const tools = 'Only the tools recall and get_memory, which change nothing.'
  stdout.write(`${terminal.style.bold(question)} ${tools} [y/N]\n> `)
  return /^(?:y|yes)$/i.test((await answers.nextLine())?.trim() ?? '')
}
