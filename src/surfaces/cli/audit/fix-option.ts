import type { Command } from 'commander'
import { invalid } from '../../../errors.js'
import type { Progress } from '../../../operations/machinery/operation-context.js'
import { readAnswers } from '../ask/answers.js'
import { personAt } from '../ask/person.js'
import { showProgress } from '../progress.js'
import type { Audited } from '../rendering/audited.js'
import type { CliSurface, GlobalOptions } from '../surface.js'
import { walkThrough } from './walk-through.js'

/** Findings per list in one session. */
const maxPerList = 100

/** `ww audit --fix`: after a successful overview, asks what to do about each finding. */
export function offerFixes(
  audit: Command,
  surface: CliSurface,
  globalOptions: () => GlobalOptions,
  hasFailed: () => boolean,
): void {
  audit
    .option('--fix', 'Go through the findings, and ask what to do about each.')
    .hook('preAction', () => {
      if (isRequested(audit) && globalOptions().json === true) {
        throw invalid('--fix', '--fix asks questions and cannot be used with --json')
      }
    })
    .hook('postAction', async () => {
      if (isRequested(audit) && !hasFailed()) await fix(audit, surface, globalOptions())
    })
}

const isRequested = (audit: Command): boolean => audit.opts<{ fix?: boolean }>().fix === true

async function fix(audit: Command, surface: CliSurface, options: GlobalOptions): Promise<void> {
  const { open, operations, stdin, stderr, errorTerminal } = surface
  const typed = audit.opts<{ sessionFilter?: string; olderThanDays?: string }>()
  const answers = readAnswers(stdin)
  const progress = showProgress(stderr, errorTerminal)
  const memory = await open(options, { command: 'audit --fix' })
  try {
    const scope = { session_id: options.session, project: options.project }
    const call = async <Answer>(name: string, input: object): Promise<Answer> => {
      // Exists: the names below are those of our own operations.
      const operation = operations.find((each) => each.name === name)!
      const shown = { onProgress: ({ done, total, message }: Progress) => progress.show(done / total, message) }
      return (await memory.invoke(operation, { ...input, ...scope }, shown).finally(() => progress.end())) as Answer
    }
    const audited = await call<Audited>('audit_memory', {
      limit: maxPerList,
      session_filter: typed.sessionFilter,
      ...(typed.olderThanDays === undefined ? {} : { older_than_days: Number(typed.olderThanDays) }),
    })
    await walkThrough(audited, { call, ...personAt(surface, answers) })
  } finally {
    await answers.end()
    await memory.close()
  }
}
