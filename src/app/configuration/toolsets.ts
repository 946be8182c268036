import { invalid } from '../../errors.js'
import type { Operation } from '../../operations/machinery/operation.js'

/** OPS6: the doors of each toolset. A client with a small context selects a small one. */
const doorsOf: Readonly<Record<string, readonly string[]>> = {
  core: ['front'],
  memory: ['front', 'memory'],
  workspace: ['workspace'],
  review: ['review'],
  all: ['front', 'memory', 'workspace', 'review'],
}

export const toolsetNames: readonly string[] = Object.keys(doorsOf)

export const isToolset = (name: string): boolean => Object.hasOwn(doorsOf, name)

/** Whether all of a door's operations are in these sets. Names of single tools do not count. */
export const opensDoor = (names: readonly string[], door: Operation['door']): boolean =>
  names.some((name) => isToolset(name) && doorsOf[name].includes(door))

/** The operations of these toolsets and tool names. Throws for an unknown name; `field` says where it was given. */
export function selectOperations<Each extends Operation>(
  operations: readonly Each[],
  names: readonly string[],
  field = 'WW_TOOLSETS',
): Each[] {
  const known = operations.map(({ name }) => name)
  const unknown = names.find((name) => !isToolset(name) && !known.includes(name))
  if (unknown !== undefined) {
    const choices = `The toolsets are ${toolsetNames.join(', ')}; the tools are ${known.join(', ')}`
    throw invalid(field, `${field}: there is no toolset or tool "${unknown}". ${choices}`)
  }
  return operations.filter(({ name, door }) => names.includes(name) || opensDoor(names, door))
}
