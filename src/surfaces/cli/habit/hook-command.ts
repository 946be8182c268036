import { Command } from 'commander'
import type { CliSurface, GlobalOptions } from '../surface.js'

/** `ww hook <moment>`: for the settings of a client, not for people. It never fails. */
export function hookCommand(surface: CliSurface, globalOptions: () => GlobalOptions): Command {
  return new Command('hook')
    .summary('Answer a hook of an agent; reads its JSON on standard input.')
    .description(
      'Answer a hook of an agent: reads its JSON on standard input and prints what memory has to say, in its format. Prints nothing, and ends well, when there is nothing to say or anything is wrong.',
    )
    .argument('[moment]', 'session-start, prompt, tool-failure, stop or session-end; the JSON tells unless said.')
    .option('--debug', 'Tell on standard error what went wrong.')
    .option('--wait', 'Do not give up after 600 ms, and keep a session before ending.')
    .addHelpText('after', `\nExamples:\n  echo '{"prompt": "which port is staging on?"}' | ${surface.name} hook prompt`)
    .action((moment: string | undefined, own: { debug?: boolean; wait?: boolean }) =>
      surface.runHook({ ...globalOptions(), ...own, ...(moment === undefined ? {} : { moment }) }),
    )
}
