import { Command, Option } from 'commander'
import { WorldWeaverError } from '../../../errors.js'
import { toPrintable } from '../../../terminal-text.js'
import { repeatable } from '../operation-command.js'
import { showProgress } from '../progress.js'
import { readText } from '../read-stdin.js'
import { renderConversation } from '../rendering/conversation.js'
import type { CliSurface, GlobalOptions, OpenMemory } from '../surface.js'
import { readAnswers } from './answers.js'
import { type ConversationOutcome, runConversation } from './run-conversation.js'

interface AskOptions {
  readonly workflow?: string
  readonly also?: readonly string[]
  readonly clarify: boolean
}

/** `onOpen` is called when the question still waits for input or was cancelled. */
export function askCommand(surface: CliSurface, globalOptions: () => GlobalOptions, onOpen: () => void): Command {
  return new Command('ask')
    .description('Ask in a conversation: it may ask back, then shows memories and lessons.')
    .argument('<question...>', 'What to ask, or the answer to what was asked back. "-" reads standard input.')
    .option('--workflow <id>', 'Conversation to continue.')
    .addOption(repeatable(new Option('--also <text>', 'Two or three other wordings. (once for each)')))
    .option('--no-clarify', 'Never ask back.')
    .addHelpText(
      'after',
      `\nExamples:\n  ${surface.name} ask "Which port does the staging database use?"\n  ${surface.name} ask "staging port?" --also "the port that staging listens on"\n  echo "for hiking" | ${surface.name} ask "What's the best product?"`,
    )
    .action(async (words: readonly string[], own: AskOptions) => {
      const options = globalOptions()
      const outcome = await ask(words.join(' '), own, options, surface).catch((error: unknown) => {
        throw options.json ? error : withOptionNames(error)
      })
      surface.stdout.write(
        options.json
          ? `${JSON.stringify(outcome, null, 2)}\n`
          : `${renderConversation(outcome, surface.name, surface.terminal, surface.now()).join('\n')}\n`,
      )
      if (outcome.status !== 'completed') onOpen()
    })
}

async function ask(
  typed: string,
  { workflow, also, clarify }: AskOptions,
  options: GlobalOptions,
  { open, operations, stdin, stdout, stderr, terminal, errorTerminal }: CliSurface,
): Promise<ConversationOutcome> {
  const isPiped = typed === '-'
  const user_input = isPiped ? await readText(stdin, 'user_input') : typed
  const answers = readAnswers(stdin)
  const progress = showProgress(stderr, errorTerminal, 0)
  // With --json, standard output holds the JSON alone.
  const dialogue = options.json ? { stream: stderr, ...errorTerminal } : { stream: stdout, ...terminal }
  const memory = await open(options, { command: 'ask' })
  try {
    const scope = workflow === undefined ? await scopeHere(memory, operations) : {}
    const { session: session_id = scope.session_id, project = scope.project } = options
    const preferences = { ...(session_id === undefined ? {} : { session_id }), ...(project == null ? {} : { project }) }
    progress.show(undefined, 'Reading the question')
    const question = { user_input, also, workflow_id: workflow ?? null, ask_clarifications: clarify, preferences }
    return await runConversation(memory.workflow, question, {
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
    await memory.close()
  }
}

/** The scope of a new conversation; an existing one keeps its scope, whatever folder it is continued from. */
async function scopeHere(memory: OpenMemory, operations: CliSurface['operations']) {
  const operation = operations.find(({ name }) => name === 'get_session_id')!
  return (await memory.invoke(operation, {})) as { readonly session_id?: string; readonly project?: string | null }
}

const flags: Readonly<Record<string, string>> = {
  user_input: '<question>',
  also: '--also',
  workflow_id: '--workflow',
  'preferences.session_id': '--session',
  'preferences.project': '--project',
}

/** Replaces the name of a field by the argument or option that the user typed. */
function withOptionNames(error: unknown): unknown {
  if (!(error instanceof WorldWeaverError) || error.field === undefined) return error
  const { code, field, message, cause } = error
  // An item of a list is named by its option.
  const typed = flags[field.replace(/\.\d+$/, '')]
  if (typed === undefined || !message.startsWith(field)) return error
  return new WorldWeaverError(code, typed + message.slice(field.length), { field: typed, cause })
}
