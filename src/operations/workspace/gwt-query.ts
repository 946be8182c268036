import { z } from 'zod'
import { toMemoryType } from '../../memory/import-export/memory-type.js'
import { kinds } from '../../memory/memory.js'
import { enterBuffer } from '../../memory/workspace/state/buffer.js'
import { isInhibited, names, toNameable } from '../../memory/workspace/state/inhibition.js'
import { admit, occupantIds } from '../../memory/workspace/state/slots.js'
import { activationStateOf, type Workspace } from '../../memory/workspace/state/workspace.js'
import { scopeOf, writeScope } from '../machinery/caller.js'
import * as fields from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import { rounded } from '../machinery/rounded.js'
import { fitBudget } from '../recall/answer-budget.js'
import { findMemories } from '../recall/find-memories.js'
import { byRelevance, noteRecall, recallPage } from '../recall/recall-page.js'
import { loadWorkspace, updateWorkspace } from './cycle/load-workspace.js'
import { sameTextsAmong } from './cycle/same-texts.js'
import { memoryView, viewOf, visibleLinks } from './cycle/views.js'

export const gwtQuery = defineOperation({
  name: 'gwt_query',
  summary: 'Find the memories nearest to a query, of every kind and door.',
  guidance: 'With `admit` the results take slots of the workspace, if they are stronger than the occupants.',
  door: 'workspace',
  effect: 'write',
  input: z.object({
    query: fields.query,
    also: fields.also,
    k: fields.limit(5).describe('How many (at most 100).'),
    memory_type: fields.memoryType.nullish().describe('Only these.'),
    admit: fields.withDefault(z.boolean(), false).describe('Bring what is found to mind.'),
    max_tokens: fields.maxTokens,
  }),
  output: z.object({
    results: z.array(
      memoryView.extend({ admitted: z.boolean(), relevance: z.number(), truncated: z.boolean().optional() }),
    ),
  }),
  textField: 'results',
  commandLine: { command: 'mind query', positional: ['query'], examples: ['"billing"', '"billing" --admit --k 3'] },
  async run({ query, also, k, memory_type, admit: isAdmitted, max_tokens }, context, caller) {
    if (isAdmitted) writeScope(caller)
    const now = context.clock.now()
    const ofType = memory_type == null ? {} : { kinds: kinds.filter((kind) => toMemoryType(kind) === memory_type) }
    const found = await findMemories({ query, also, filter: { ...scopeOf(caller), ...ofType }, now }, context)
    const page = await recallPage(found, { limit: k }, byRelevance, context)
    noteRecall(found, page, context)

    const ids = page.recalled.map(({ memory }) => memory.id)
    const workspace = isAdmitted ? await admitAll() : await loadWorkspace(context, caller)
    const links = await visibleLinks(ids, context, caller)
    const results = page.recalled.map(({ memory, relevance }) => ({
      ...viewOf(memory, workspace, links),
      admitted: isAdmitted && activationStateOf(workspace, memory.id) === 'conscious',
      relevance: rounded(relevance),
    }))
    return { results: [...(await fitBudget(results, found.query, max_tokens, context))] }

    function admitAll(): Promise<Workspace> {
      return updateWorkspace(context, caller, async (before) => {
        const same = await sameTextsAmong([...occupantIds(before), ...ids], context, caller)
        const after = page.recalled.reduce((workspace, { memory, relevance }) => {
          const { id } = memory
          // GWT16: what was sent out returns only if the query names it.
          if (isInhibited(workspace, toNameable(memory)) && !names(query, toNameable(memory)))
            return enterBuffer(workspace, [{ id, activation: relevance }], now)
          return admit(workspace, { id, level: relevance, sameAs: same.get(id) ?? [] }, now)
        }, before)
        return { workspace: after, result: after }
      })
    }
  },
})
