import type { OperationContext } from '../operation-context.js'
import type { ConsolidationScope } from './new-memories.js'
export async function mergeSkills(_: ConsolidationScope, __: OperationContext): Promise<number> {
  return 0
}
