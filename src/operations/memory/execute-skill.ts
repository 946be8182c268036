import { z } from 'zod'
import { invalid } from '../../errors.js'
import type { StoredMemory } from '../../memory/memory.js'
import { recordRun } from '../../memory/procedural/executions.js'
import { lessonOfFailure, withLesson } from '../../memory/procedural/failure-lesson.js'
import { type Procedure, procedureOf, type Run } from '../../memory/procedural/procedure.js'
import { derivedFrom } from '../../memory/semantic/links.js'
import { formatTime } from '../../memory/time.js'
import { reportTrust } from '../../memory/trust/may-inject.js'
import { leastTrusted, trustOf } from '../../memory/trust/trust.js'
import type { MemoryGraph } from '../../ports/store/graph.js'
import type { MemoryReader } from '../../ports/store/read.js'
import type { MemoryWriter } from '../../ports/store/write.js'
import { procedureId, text, unit } from '../machinery/fields.js'
import { defineOperation } from '../machinery/operation.js'
import type { Composing, OperationContext, Using } from '../machinery/operation-context.js'
import { rounded } from '../machinery/rounded.js'
import { assertCurrent } from '../writing/assert-current.js'
import { changeLatest, type Decision } from '../writing/change-memory.js'
import { structuralEdge } from '../writing/edges.js'
import { getVisible } from '../writing/read-visible.js'
import { compose } from '../writing/write-memory.js'

export const executeSkill = defineOperation({
  name: 'execute_skill',
  summary: 'Record how an execution of a skill went; one that keeps failing is deprecated.',
  guidance: 'Use after following a recalled skill, whether it worked or not. It does not run anything.',
  door: 'memory',
  effect: 'write',
  input: z.object({
    procedure_id: procedureId.describe('The skill.'),
    success: z.boolean().describe('Whether it worked.'),
    error: text(10_000).nullish().describe('What went wrong.'),
    failed_step: z.int().min(1).nullish().describe('Number of the step that failed, from 1.'),
    context: text(10_000).nullish().describe('Where and under what conditions it ran.'),
  }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    success_rate: unit,
    execution_count: z.int(),
    deprecated: z.boolean(),
    lesson_id: z.string().optional(),
  }),
  commandLine: { command: 'skill execute', positional: ['procedure_id'], examples: [] },
  async run(
    { procedure_id: id, ...input },
    context: Using<MemoryGraph & MemoryWriter & MemoryReader, Composing | 'clock' | 'noteUses'>,
    caller,
  ) {
    const at = context.clock.now()
    const { skill, lessonId } = await changeLatest(context, async () => {
      const memory = await getVisible(id, context, caller, 'procedure_id')
      await assertCurrent(memory, context.memories, 'procedure_id')
      checkStep(input.failed_step, procedureOf(memory.facets))
      const run: Run = {
        at: formatTime(at),
        success: input.success,
        ...(input.error == null ? {} : { error: input.error }),
        ...(input.failed_step == null ? {} : { failed_step: input.failed_step }),
        ...(input.context == null ? {} : { context: input.context }),
      }
      return record(run, memory, at, context)
    })
    context.noteUses([{ id, at, grade: input.success ? 'good' : 'again' }], [])
    return {
      id,
      name: skill.name,
      success_rate: rounded(skill.success_rate),
      execution_count: skill.execution_count,
      deprecated: skill.deprecated ?? false,
      ...(lessonId === undefined ? {} : { lesson_id: lessonId }),
    }
  },
})

function checkStep(failedStep: number | null | undefined, { steps }: Procedure): void {
  if (failedStep == null || failedStep <= steps.length) return
  const allowed = steps.length === 0 ? 'be left out: this skill has no steps' : `be a step from 1 to ${steps.length}`
  throw invalid('failed_step', `failed_step must ${allowed}`)
}

interface Recorded {
  readonly skill: Procedure
  readonly lessonId: string | undefined
}

/** PRO4: stores the run and its lesson in one transaction. The lesson has the skill's session and project. */
async function record(
  run: Run,
  { id, version, session, project, source, origin, facets: before }: StoredMemory,
  at: number,
  context: Pick<OperationContext, Composing>,
): Promise<Decision<Recorded>> {
  const decide = (skill: Procedure, lessonId?: string) => ({
    change: { id, version, facets: skill, ...(skill.deprecated ? { state: 'retired' as const } : {}) },
    result: { skill, lessonId },
  })
  const skill = procedureOf(before)
  const taught = lessonOfFailure(skill, run)
  if (taught === undefined) return decide(recordRun(skill, run))
  const { text, lesson: facets } = taught
  const draft = { kind: 'lesson', text, facets, session, project, tags: [], importance: 0.5, happenedAt: at } as const
  // The error that it quotes is what a tool printed.
  const trust = leastTrusted([trustOf({ source, origin, facets: before }), reportTrust(text)])
  const lesson = await compose({ ...draft, trust }, at, context)
  const lessonId = lesson.memory.id
  return {
    ...decide(recordRun(skill, withLesson(run, lessonId)), lessonId),
    alongside: { add: [lesson], connect: [structuralEdge(derivedFrom, lessonId, id, at)] },
  }
}
