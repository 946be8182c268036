import { z } from 'zod'
import type { OperationContext } from '../../machinery/operation-context.js'

export const embeddingField = z.object({ model: z.string(), dimensions: z.int() })

export const embeddingOf = ({ embedder }: Pick<OperationContext, 'embedder'>): z.output<typeof embeddingField> => ({
  model: embedder.identity,
  dimensions: embedder.dimensions,
})
