import { z } from 'zod'
import type { Declaration, Operation } from './operation.js'

/** When the old names go. */
const removedIn = '2.0.0'

/** OPS2: an operation under its old name. It does the same, and says everywhere that it will go. */
export function deprecatedAlias<const Name extends string, Input extends z.ZodObject, Shape extends z.ZodRawShape>(
  name: Name,
  { guidance: _, ...operation }: Operation<string, Input, z.ZodObject<Shape>>,
) {
  const { command: __, ...commandLine } = operation.commandLine
  const output = operation.output.extend({ deprecated_tool: z.string() })
  return {
    ...operation,
    name,
    summary: `Deprecated, goes in ${removedIn}: use ${operation.name}. ${operation.summary}`,
    output,
    commandLine,
    async run(...asked) {
      const notice = { deprecated_tool: `${name} goes in ${removedIn}; use ${operation.name}` }
      return { ...(await operation.run(...asked)), ...notice } as z.output<typeof output>
    },
  } satisfies Declaration<Input, typeof output> & { name: Name }
}
