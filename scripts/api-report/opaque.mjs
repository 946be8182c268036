/** Types that a report names but does not expand, with their descriptions. */
export const opaque = new Map([
  ['Connections', 'internal: connections to PostgreSQL that several memories share'],
  ['OperationContext', 'internal: what the code of an operation is given'],
  ['Operations', 'every operation, see the report of world-weaver/operations'],
])
