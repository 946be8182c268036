import { Command } from 'commander'
import { WorldWeaverError } from '../../../errors.js'
import { showProgress } from '../progress.js'
import { readText } from '../read-stdin.js'
import { renderHeld } from '../rendering/held.js'
import { toPrintable } from '../rendering/printable.js'
import type { CliSurface, GlobalOptions, OpenMemory } from '../surface.js'
import { readAnswers } from './answers.js'
import { type Held, holdConversation } from './hold-conversation.js'

interface AskOptions {
  readonly workflow?: string
  readonly clarify: boolean
}

/** `onOpen` is told when the question still waits, or was cancelled. */
export function askCommand(surface: CliSurface, globalOptions: () => GlobalOptions, onOpen: () => void): Command {
  const summary = 'Ask in a conversation: it may ask back, then shows memories and lessons.'
  return new Command('ask')
    .summary(summary)
    .description(summary)
    .argument('<question...>', 'What to ask, or the answer to what was asked back. "-" reads standard input.')
    .option('--workflow <id>', 'Conversation to go on with.')
    .option('--no-clarify', 'Never ask back.')
    .addHelpText(
      'after',
      `\nExamples:\n  ${surface.name} ask "Which port does the staging database use?"\n  echo "for hiking" | ${surface.name} ask "What's the best product?"`,
    )
    .action(async (words: readonly string[], own: AskOptions) => {
      const options = globalOptions()
      const held = await ask(words.join(' '), own, options, surface).catch((error: unknown) => {
        throw options.json ? error : inWordsOfTheCommand(error)
      })
      surface.stdout.write(
        options.json
          ? `${JSON.stringify(held, null, 2)}\n`
          : `${renderHeld(held, surface.name, surface.terminal, surface.now()).join('\n')}\n`,
      )
      if (held.status !== 'completed') onOpen()
    })
}

async function ask(
  typed: string,
  { workflow, clarify }: AskOptions,
  options: GlobalOptions,
  { open, operations, stdin, stdout, stderr, terminal, errorTerminal }: CliSurface,
): Promise<Held> {
  const isPiped = typed === '-'
  const user_input = isPiped ? await readText(stdin, 'user_input') : typed
  const answers = readAnswers(stdin)
  const progress = showProgress(stderr, errorTerminal, 0)
  // JSON is alone on standard output.
  const dialogue = options.json ? { stream: stderr, ...errorTerminal } : { stream: stdout, ...terminal }
  const mind = await open(options)
  try {
    const scope = workflow === undefined ? await scopeHere(mind, operations) : {}
    const { session: session_id = scope.session_id, project = scope.project } = options
    const preferences = { ...(session_id === undefined ? {} : { session_id }), ...(project == null ? {} : { project }) }
    progress.show(undefined, 'Reading the question')
    const question = { user_input, workflow_id: workflow ?? null, ask_clarifications: clarify, preferences }
    return await holdConversation(mind.workflow, question, {
      onProgress: (message) => progress.show(undefined, message),
      async onQuestion(asked) {
        progress.end()
        dialogue.stream.write(`${dialogue.style.bold(toPrintable(asked))}\n`)
        if (stdin.isTTY) dialogue.stream.write('> ')
        return isPiped ? undefined : answers.next()
      },
    })
  } finally {
    progress.end()
    await answers.end()
    await mind.close()
  }
}

/** A conversation stays where it began, whatever folder it is continued from. */
async function scopeHere(mind: OpenMemory, operations: CliSurface['operations']) {
  const operation = operations.find(({ name }) => name === 'get_session_id')!
  return (await mind.invoke(operation, {})) as { readonly session_id?: string; readonly project?: string | null }
}

const flags: Readonly<Record<string, string>> = {
  user_input: '<question>',
  workflow_id: '--workflow',
  'preferences.session_id': '--session',
  'preferences.project': '--project',
}

/** The door speaks of fields, a person sees arguments and options. */
function inWordsOfTheCommand(error: unknown): unknown {
  if (!(error instanceof WorldWeaverError) || error.field === undefined) return error
  const { code, field, message, cause } = error
  const typed = flags[field]
  if (typed === undefined || !message.startsWith(field)) return error
  return new WorldWeaverError(code, typed + message.slice(field.length), { field: typed, cause })
}
