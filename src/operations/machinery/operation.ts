import { z } from 'zod'
import type { Effect } from '../../memory/access/permission.js'
import type { Caller } from './caller.js'
import { scopeFields } from './fields.js'
import type { OperationContext } from './operation-context.js'

/** The shell command; by default the operation's name with dashes, and every field an option. */
export interface CommandLine {
  readonly command?: string
  /** Fields that may be given by position, in order. */
  readonly positional?: readonly string[]
  /** A field that is on by default, and the option that turns it off. */
  readonly confirm?: { readonly field: string; readonly option: string }
  /** Arguments as typed after the command. The tests run them. */
  readonly examples: readonly string[]
}

export interface Declaration<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string
  /** One sentence: what it does. */
  readonly summary: string
  /** When an agent should choose it, and what the answer means. */
  readonly guidance?: string
  readonly door: 'front' | 'memory' | 'workspace' | 'review'
  readonly effect: Effect
  /** COM10: what a call takes from the buckets of its key and tenant; by default derived from the effect. */
  readonly cost?: number
  readonly input: Input
  readonly output: Output
  readonly commandLine: CommandLine
  /** Imports exported memories: COM4's policy for secrets applies to new texts only. */
  readonly takesExports?: true
  /** GWT3: `max_tokens` is for the text alone, not for the whole answer. */
  readonly budget?: 'text'
  /** The only field of the answer that plain-text clients get. */
  readonly textField?: string
  /** The answer as plain-text clients get it; undefined: as JSON. */
  toText?(answer: z.output<Output>): string | undefined
  run(input: z.output<Input>, context: OperationContext, caller: Caller): Promise<z.output<Output>>
}

/** Every surface derives its tool, command or page from this. */
export interface Operation<
  Name extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> extends Declaration<Input, Output> {
  readonly name: Name
}

/** Declares an operation once. Every operation also takes `session_id` and `project` (COM2, COM13). */
export function defineOperation<const Name extends string, Shape extends z.ZodRawShape, Output extends z.ZodObject>(
  declaration: Omit<Declaration<z.ZodObject<Shape>, Output>, 'input' | 'name'> & {
    readonly name: Name
    readonly input: z.ZodObject<Shape>
  },
) {
  return {
    ...declaration,
    // Strict: agents do not notice a misspelt parameter that is silently ignored.
    input: z.strictObject({ ...declaration.input.shape, ...scopeFields }),
  }
}
