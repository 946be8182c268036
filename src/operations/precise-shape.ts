import { z } from 'zod'

/** What JSON Schema can say of a check that is made in code. */
interface PreciseShape {
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
}

/** For OpenAPI. `tools/list` does without: there every token is taken from the client's context. */
export const preciseShape = z.registry<PreciseShape>()
