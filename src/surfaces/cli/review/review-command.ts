import type { Operation } from '../../../operations/machinery/operation.js'
import { readAnswers } from '../ask/answers.js'
import { personAt } from '../ask/person.js'
import type { CommandField } from '../command-field.js'
import type { CliSurface, GlobalOptions } from '../surface.js'
import type { Reviewed } from './render-review.js'
import { walkReview } from './walk-review.js'

type Typed = Readonly<Record<string, unknown>>
type Run = (operation: Operation, read: () => Promise<Typed>, fields: readonly CommandField[]) => Promise<void>

/** `ww review`: asks a person one question at a time; with `--json`, replies or `--undo` it is the operation itself. */
export const reviewInTerminal =
  (run: Run, surface: CliSurface, globalOptions: () => GlobalOptions): Run =>
  async (operation, read, fields) => {
    const options = globalOptions()
    const typed = await read()
    const isForPerson = options.json !== true && typed.replies === undefined && typed.undo === undefined
    if (isForPerson) await ask(operation, surface, options)
    else await run(operation, async () => typed, fields)
  }

async function ask(operation: Operation, surface: CliSurface, options: GlobalOptions): Promise<void> {
  const { open, stdin } = surface
  const answers = readAnswers(stdin)
  const memory = await open(options, { command: 'review' })
  try {
    const scope = { session_id: options.session, project: options.project }
    await walkReview({
      // The one operation that this command is made of.
      review: async (input) => (await memory.invoke(operation, { ...input, ...scope })) as Reviewed,
      ...personAt(surface, answers),
    })
  } finally {
    await answers.end()
    await memory.close()
  }
}
