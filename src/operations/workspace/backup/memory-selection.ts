import { type MemoryType, toMemoryType } from '../../../memory/import-export/memory-type.js'
import type { StoredMemory } from '../../../memory/memory.js'
import * as fields from '../../machinery/fields.js'

/** Which memories an export or a backup holds. */
export const selectionFields = {
  memory_type: fields.memoryType.nullish().describe('Only these.'),
  tag: fields.text(200).nullish().describe('Only those with this tag.'),
}

export interface Selection {
  readonly memory_type: MemoryType | null
  readonly tag: string | null
}

type Given = { readonly [Key in keyof Selection]?: Selection[Key] | undefined }

export const toSelection = ({ memory_type = null, tag = null }: Given): Selection => ({ memory_type, tag })

export const isSelected =
  ({ memory_type, tag }: Selection) =>
  ({ kind, tags }: StoredMemory): boolean =>
    (memory_type === null || toMemoryType(kind) === memory_type) && (tag === null || tags.includes(tag))
