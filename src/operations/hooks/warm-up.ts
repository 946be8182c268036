import { findMemories } from '../recall/find-memories.js'
import type { HookContext } from './hook-context.js'

const warmUpQueries = [
  'Which port does the staging database listen on?',
  'The checkout test fails on the build server with a timeout',
  'What did we decide last week about the release on Friday?',
  'customers are charged twice when the payment is retried',
  // A second query with a time: V8 compiles the regular expressions for times only now, which takes 0.1 s.
  'Since when do we sign the images, was it two weeks ago?',
  'where are the templates of the mails, and who may change prices?',
  'upgrade the framework to version 14 and migrate the pages',
  'Why was the worker killed while it imported the catalogue?',
  'How long do access tokens live?',
]

/** Runs a few recalls that leave no trace: the first ones of a process take several times as long as later ones. */
export async function warmUpHooks(context: HookContext): Promise<void> {
  const now = context.clock.now()
  for (const query of warmUpQueries) await findMemories({ query, filter: {}, now, hasBareNumbers: true }, context)
}
