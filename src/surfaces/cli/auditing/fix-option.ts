import type { Command } from 'commander'
import { invalid } from '../../../errors.js'
import { readAnswers } from '../asking/answers.js'
import { showProgress } from '../progress.js'
import type { Audited } from '../rendering/audited.js'
import type { CliSurface, GlobalOptions } from '../surface.js'
import { walkThrough } from './walk-through.js'

/** As many of each list as one sitting takes. */
const mostAtOnce = 100

/** `ww audit --fix`: after the overview, unless that failed, each finding with a question. */
export function offerFixes(
  audit: Command,
  surface: CliSurface,
  globalOptions: () => GlobalOptions,
  hasFailed: () => boolean,
): void {
  audit
    .option('--fix', 'Walk through what was found, and ask what to do about each.')
    .hook('preAction', () => {
      if (isAsked(audit) && globalOptions().json === true) {
        throw invalid('--fix', '--fix asks a person; leave out --json')
      }
    })
    .hook('postAction', async () => {
      if (isAsked(audit) && !hasFailed()) await fix(audit, surface, globalOptions())
    })
}

const isAsked = (audit: Command): boolean => audit.opts<{ fix?: boolean }>().fix === true

async function fix(audit: Command, surface: CliSurface, options: GlobalOptions): Promise<void> {
  const { open, operations, stdin, stdout, stderr, terminal, errorTerminal, now } = surface
  const typed = audit.opts<{ sessionFilter?: string; olderThanDays?: string }>()
  const answers = readAnswers(stdin)
  const progress = showProgress(stderr, errorTerminal)
  const mind = await open(options)
  try {
    const scope = { session_id: options.session, project: options.project }
    const call = async <Answer>(name: string, input: object): Promise<Answer> => {
      // Every operation that is asked here is one of the doors'.
      const operation = operations.find((each) => each.name === name)!
      const shown = { onProgress: ({ done, total, message }: Shown) => progress.show(done / total, message) }
      return (await mind.invoke(operation, { ...input, ...scope }, shown).finally(() => progress.end())) as Answer
    }
    const audited = await call<Audited>('audit_memory', {
      limit: mostAtOnce,
      session_filter: typed.sessionFilter,
      ...(typed.olderThanDays === undefined ? {} : { older_than_days: Number(typed.olderThanDays) }),
    })
    await walkThrough(audited, {
      call,
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
  } finally {
    await answers.end()
    await mind.close()
  }
}

interface Shown {
  readonly done: number
  readonly total: number
  readonly message: string
}
