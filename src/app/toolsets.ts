import { invalid } from '../errors.js'
import type { Operation } from '../operations/operation.js'

/** OPS6: sets by name, each the operations of some doors. A client with a small context lists only what it wants. */
const doorsOf: Readonly<Record<string, readonly string[]>> = {
  core: ['front'],
  memory: ['front', 'memory'],
  workspace: ['workspace'],
  all: ['front', 'memory', 'workspace'],
}

export const isToolset = (name: string): boolean => Object.hasOwn(doorsOf, name)

/** Whether all of a door's operations are in these sets. Names of single tools do not count. */
export const opensDoor = (names: readonly string[], door: Operation['door']): boolean =>
  names.some((name) => isToolset(name) && doorsOf[name].includes(door))

/** The operations of these sets, and of these names. Refuses a name that is neither, and says where it was given. */
export function selectOperations<Each extends Operation>(
  operations: readonly Each[],
  names: readonly string[],
  field = 'WW_TOOLSETS',
): Each[] {
  const known = operations.map(({ name }) => name)
  const unknown = names.find((name) => !isToolset(name) && !known.includes(name))
  if (unknown !== undefined) {
    const choices = `The toolsets are ${Object.keys(doorsOf).join(', ')}; the tools are ${known.join(', ')}`
    throw invalid(field, `${field}: there is no toolset or tool "${unknown}". ${choices}`)
  }
  return operations.filter(({ name, door }) => names.includes(name) || opensDoor(names, door))
}
