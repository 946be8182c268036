import type { Extraction } from '../../memory/consolidation/gather.js'
import type { StoredMemory } from '../../memory/memory.js'
import type { OperationContext } from '../operation-context.js'
export async function extract(_: StoredMemory, __: OperationContext): Promise<Extraction & { by: 'model' | 'rules' }> {
  return { entities: [], relations: [], by: 'rules' }
}
