import { z } from 'zod'
import type { Declaration, Operation } from '../machinery/operation.js'
import { createSkill } from './create-skill.js'
import { recallSkill } from './recall-skill.js'

/** The version that drops the old names. */
const removedIn = '2.0.0'

/** OPS2: an operation under its old name, marked as deprecated in its summary and in every answer. */
function deprecatedAlias<const Name extends string, Input extends z.ZodObject, Shape extends z.ZodRawShape>(
  name: Name,
  { guidance: _, toText: ___, ...operation }: Operation<string, Input, z.ZodObject<Shape>>,
) {
  const { command: __, ...commandLine } = operation.commandLine
  const output = operation.output.extend({ deprecated_tool: z.string() })
  return {
    ...operation,
    name,
    summary: `Deprecated, removed in ${removedIn}: use ${operation.name}. ${operation.summary}`,
    output,
    commandLine,
    async run(...call) {
      const notice = { deprecated_tool: `${name} is removed in ${removedIn}; use ${operation.name}` }
      return { ...(await operation.run(...call)), ...notice } as z.output<typeof output>
    },
  } satisfies Declaration<Input, typeof output> & { name: Name }
}

export const buildSkill = deprecatedAlias('build_skill', createSkill)
export const howTo = deprecatedAlias('how_to', recallSkill)
