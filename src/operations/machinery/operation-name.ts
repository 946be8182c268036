import type { z } from 'zod'
import type { operations } from '../index.js'

type Operations = (typeof operations)[number]
export type OperationName = Operations['name']
/** The input as callers give it, before defaults apply. */
export type InputOf<Name extends OperationName> = z.input<Extract<Operations, { name: Name }>['input']>
export type OutputOf<Name extends OperationName> = z.output<Extract<Operations, { name: Name }>['output']>
