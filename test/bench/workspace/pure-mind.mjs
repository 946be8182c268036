import { TripleIndex } from '#ww/memory/workspace/planners/graph/triple-index.js'
import { parseTriples } from '#ww/memory/workspace/planners/graph/triples.js'
import { planEvidence } from '#ww/memory/workspace/planners/plan-evidence.js'
import { parseRecords } from '#ww/memory/workspace/records/parse-records.js'
import { RecordTable } from '#ww/memory/workspace/records/record-table.js'

/**
 * The planners over a table and an index in memory, without a store. Any other mind to be judged has the same two:
 * `store(memories)` and `ask(question) → { answer, effective_planner }`.
 */
export function createPureMind() {
  const table = new RecordTable()
  const triples = new TripleIndex()
  return {
    async store(memories) {
      for (const { id, content, name, edges } of memories) {
        table.put(id, '', parseRecords(content))
        const typed = edges.map(({ type, target }) => ({ subject: name, relation: type, object: target }))
        triples.put(id, '', [...parseTriples(content), ...typed])
      }
    },
    async ask(question) {
      const planning = planEvidence(question, 'auto', {
        records: table.select(),
        relationNames: triples.relations(),
        context: [],
      })
      let step = planning.next()
      while (!step.done) step = planning.next(triples.touching(step.value))
      const { answer, metadata } = step.value
      return { answer, effective_planner: metadata.effective_planner }
    },
  }
}
