import type { z } from 'zod'

/** A check by what is wrong with the value, if anything. `superRefine` would make a function for each value it sees. */
export const withoutProblem =
  <Value>(problemIn: (value: Value) => string | undefined) =>
  (payload: z.core.ParsePayload<Value>): void => {
    const { value } = payload
    const message = problemIn(value)
    if (message !== undefined) payload.issues.push({ code: 'custom', message, input: value, continue: true })
  }
