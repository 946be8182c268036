import { z } from 'zod'
import type { OperationContext } from '../../machinery/operation-context.js'

/** Whether the data directory lies in a project, was chosen elsewhere, or is the default. */
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

/** The namespace as answers state it. */
export const namespaceOf = ({
  namespace,
  dataDir,
}: Pick<OperationContext, 'namespace' | 'dataDir'>): z.output<typeof namespaceField> => ({
  scope: namespace.scope,
  name: namespace.name,
  data_dir: dataDir,
})

/** Keeps the tag within the maximal length of tags. */
const maxNameLength = 180

/** GWT18: tags of memories that the workspace stores; imported memories keep their own tags. */
export const namespaceTags = ({ scope, name }: Namespace): readonly string[] => [
  `scope:${scope}`,
  `namespace:${Array.from(name).slice(0, maxNameLength).join('')}`,
]
