import { z } from 'zod'
import type { OperationContext } from '../operation-context.js'

/** Whose the data directory is: a project's that it lies in, somebody's who chose it, or nobody chose it. */
export type NamespaceScope = 'project' | 'global' | 'default'

/** GWT18. */
export interface Namespace {
  readonly scope: NamespaceScope
  readonly name: string
}

export const namespaceField = z.object({
  scope: z.enum(['project', 'global', 'default']),
  name: z.string(),
  data_dir: z.string(),
})

/** As answers tell it. */
export const namespaceOf = ({ namespace, dataDir }: OperationContext): z.output<typeof namespaceField> => ({
  scope: namespace.scope,
  name: namespace.name,
  data_dir: dataDir,
})

/** As long as a tag may be. */
const longestName = 180

/** GWT18: what the workspace itself stores carries these; what is moved keeps the tags that it came with. */
export const namespaceTags = ({ scope, name }: Namespace): readonly string[] => [
  `scope:${scope}`,
  `namespace:${Array.from(name).slice(0, longestName).join('')}`,
]
