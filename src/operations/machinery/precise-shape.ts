import { z } from 'zod'

/** How JSON Schema expresses a check that is made in code. */
interface PreciseShape {
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
}

/** For OpenAPI. `tools/list` leaves it out, since every token there uses up the client's context. */
export const preciseShape = z.registry<PreciseShape>()
