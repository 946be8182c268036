import { toEntity } from '../../../memory/semantic/entity.js'
import { reviewOf } from '../../../memory/semantic/review.js'
import { findContradictions } from '../../../memory/workspace/bus/contradictions.js'
import { evidenceIds, proposeContradictions } from '../../../memory/workspace/bus/subscribers.js'
import { holds } from '../views.js'
import type { Subscriber } from './subscriber.js'

/** Every record is held against every other of its name: so many take a few milliseconds. */
const mostRecords = 300

/** GWT12: in the evidence, which is what the plan rests on, what is in mind and what recall has found. */
export const contradictionChecker: Subscriber = {
  name: 'contradiction_checker',
  async propose({ plan, occupants, found }, { context, caller }) {
    const grounds = await context.memories.get(evidenceIds(plan))
    const evidence = [...grounds, ...occupants, ...found.map(({ memory }) => memory)]
    const memories = [
      ...new Map(evidence.flatMap((memory) => (memory && holds(memory, caller) ? [[memory.id, memory]] : []))).values(),
    ]
    const { records } = await context.structures.read()
    const told = records.recordsOf(
      memories.map(({ id }) => id),
      mostRecords,
    )
    const inReview = memories.flatMap((memory) => {
      const reason = memory.kind === 'entity' ? reviewOf(memory.facets) : undefined
      return reason === undefined ? [] : [{ id: memory.id, name: toEntity(memory).name, reason }]
    })
    return proposeContradictions(findContradictions(told), inReview)
  },
}
