import { Command } from 'commander'
import type { CliSurface, GlobalOptions } from '../surface.js'

/** `ww hook <moment>`: called by clients, not by people. It never fails. */
export function hookCommand(surface: CliSurface, globalOptions: () => GlobalOptions): Command {
  return new Command('hook')
    .summary('Answer a hook of an agent; reads its JSON on standard input.')
    .description(
      'Answer a hook of an agent: reads its JSON on standard input and prints what memory adds, in its format. Prints nothing and exits with 0 when there is nothing to add or anything fails.',
    )
    .argument('[moment]', 'session-start, prompt, tool-failure, stop or session-end (default: what the JSON says).')
    .option('--debug', 'Print on standard error what went wrong.')
    .option('--wait', 'Do not stop after 600 ms, and store the session before exiting.')
    .addHelpText('after', `\nExamples:\n  echo '{"prompt": "which port is staging on?"}' | ${surface.name} hook prompt`)
    .action((moment: string | undefined, own: { debug?: boolean; wait?: boolean }) =>
      surface.runHook({ ...globalOptions(), ...own, ...(moment === undefined ? {} : { moment }) }),
    )
}
