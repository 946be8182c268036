import { expect } from 'vitest'

/** An answer of JSON-RPC: one of the two, and of the contract's shape where it is a tool's (COM8). */
export function expectAnswer(message: unknown): void {
  const { jsonrpc, result, error } = message as Record<string, Record<string, unknown> | undefined>
  expect(jsonrpc).toBe('2.0')
  expect([result === undefined, error === undefined].filter(Boolean)).toHaveLength(1)
  if (error !== undefined) {
    expect(error).toMatchObject({ code: expect.any(Number), message: expect.any(String) })
    // What the SDK finds wrong with parameters of its own methods, it says in this number and as a list.
    const isOfParameters = String(error.message).startsWith('[')
    if (!isOfParameters) expect(error.code, JSON.stringify(error)).not.toBe(-32603)
    return
  }
  if (result?.structuredContent === undefined) return
  expect(result.content).toEqual([{ type: 'text', text: expect.any(String) }])
  if (result.isError !== true) return
  const body = result.structuredContent as Record<string, unknown>
  expect(['validation_error', 'not_found'], JSON.stringify(body)).toContain(body.error)
  expect(body).toEqual({ error: body.error, message: expect.stringMatching(/\S/), field: expect.any(String) })
}
