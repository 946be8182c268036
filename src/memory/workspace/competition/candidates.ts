/** WSP3: limits of the memories that compete in a cycle, from the buffer and per goal. */
const maxFromBuffer = 20
const maxPerGoal = 10

interface CandidateSources {
  readonly buffer: readonly { readonly id: string; readonly activation: number }[]
  /** Per active goal the nearest memories, best first: more than are chosen, because some are already present. */
  readonly nearest: readonly (readonly { readonly id: string }[])[]
  /** Ids of the occupants. */
  readonly occupants: readonly string[]
}

/** The competitors of the occupants: the most active of the buffer, then per goal the nearest that are not present yet. */
export function chooseCandidates({ buffer, nearest, occupants }: CandidateSources): readonly string[] {
  const inside = new Set(occupants)
  const active = buffer
    .filter(({ id }) => !inside.has(id))
    .sort((a, b) => b.activation - a.activation || (a.id < b.id ? -1 : 1))
    .slice(0, maxFromBuffer)
    .map(({ id }) => id)
  const present = new Set([...inside, ...active])
  const near = nearest.flatMap((goal) =>
    goal
      .map(({ id }) => id)
      .filter((id) => !present.has(id))
      .slice(0, maxPerGoal),
  )
  return [...new Set([...active, ...near])]
}
