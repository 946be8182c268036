import type { z } from 'zod'

/** A zod check that refuses values with a problem. `superRefine` would create a function per value (`npm run bench:import`). */
export const withoutProblem =
  <Value>(problemIn: (value: Value) => string | undefined) =>
  (payload: z.core.ParsePayload<Value>): void => {
    const { value } = payload
    const message = problemIn(value)
    if (message !== undefined) payload.issues.push({ code: 'custom', message, input: value, continue: true })
  }
