import type { z } from 'zod'
import type { StoredMemory } from '../memory/memory.js'
import type { Caller } from '../operations/machinery/caller.js'
import type { OperationContext } from '../operations/machinery/operation-context.js'

interface Described {
  readonly name: string
  readonly title: string
  /** One sentence that says what it shows. */
  readonly description: string
}

/** One address, `memory://stats`. */
export interface FixedResource extends Described {
  readonly uri: string
  read(context: OperationContext, caller: Caller): Promise<Record<string, unknown>>
  /** Whether it shows this memory. */
  shows(memory: StoredMemory): boolean
}

/** One address for each value of its argument, which is at the end: `memory://episodes/{session_id}`. */
export interface ResourceTemplate extends Described {
  readonly uriTemplate: string
  readonly argument: z.ZodType<string>
  /** COM3: its argument is a session, and decides what is visible as `session_filter` does. */
  readonly namesSession?: true
  /** Values to list and to complete, the likeliest first. */
  values(context: OperationContext, caller: Caller): Promise<readonly string[]>
  read(value: string, context: OperationContext, caller: Caller): Promise<Record<string, unknown>>
  /** The value whose resource shows this memory. */
  shows(memory: StoredMemory): string | undefined
}

export type Resource = FixedResource | ResourceTemplate

/** Declares a resource once; the MCP surface derives list, templates, reading, completion and subscriptions from it. */
export function defineResource(resource: FixedResource): FixedResource
export function defineResource(resource: ResourceTemplate): ResourceTemplate
export function defineResource(resource: Resource): Resource {
  return resource
}
