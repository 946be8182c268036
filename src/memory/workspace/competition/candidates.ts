/** WSP3: limits of the memories that compete in a cycle, from the buffer and per goal. */
const maxFromBuffer = 20
const maxPerGoal = 10

interface CandidateSources {
  readonly buffer: readonly { readonly id: string; readonly activation: number }[]
  /** Per active goal the nearest memories, best first: more than are chosen, because some are already present. */
  readonly nearest: readonly (readonly { readonly id: string }[])[]
  /** Ids of the occupants. */
  readonly occupants: readonly string[]
  /** GWT16: ids of those that stay out for a while. */
  readonly inhibited: ReadonlySet<string>
}

/** The competitors of the occupants: the most active of the buffer, then per goal the nearest that are not present yet. */
export function chooseCandidates({ buffer, nearest, occupants, inhibited }: CandidateSources): readonly string[] {
  const absent = new Set([...occupants, ...inhibited])
  const active = buffer
    .filter(({ id }) => !absent.has(id))
    .sort((a, b) => b.activation - a.activation || (a.id < b.id ? -1 : 1))
    .slice(0, maxFromBuffer)
    .map(({ id }) => id)
  const present = new Set([...absent, ...active])
  const near = nearest.flatMap((goal) =>
    goal
      .map(({ id }) => id)
      .filter((id) => !present.has(id))
      .slice(0, maxPerGoal),
  )
  return [...new Set([...active, ...near])]
}
