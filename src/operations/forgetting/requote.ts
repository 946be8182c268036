import { requoted } from '../../memory/consolidation/quote.js'
import type { StoredMemory } from '../../memory/memory.js'
import type { OperationContext } from '../operation-context.js'
import { supersede } from '../superseding.js'

/** A new version in the words of what it stands on besides, so that the one in the words of what goes can go. */
export async function requote(
  { memory, grounds }: { readonly memory: StoredMemory; readonly grounds: readonly string[] },
  context: OperationContext,
): Promise<void> {
  const sources = (await context.memories.get(grounds)).filter((ground) => ground !== undefined)
  const { kind, session, project, tags, importance, happenedAt, source } = memory
  const draft = { kind, session, project, tags, importance, happenedAt, source }
  await supersede(memory, { ...draft, ...requoted(memory, sources) }, context)
}
