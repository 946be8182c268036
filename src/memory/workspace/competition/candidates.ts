/** WSP3: how many of the buffer, and how many per goal, compete in a cycle. */
const mostOfBuffer = 20
const mostPerGoal = 10

interface Offer {
  readonly buffer: readonly { readonly id: string; readonly activation: number }[]
  /** Per active goal the memories nearest to it, best first: more than are taken, since some are there already. */
  readonly nearest: readonly (readonly { readonly id: string }[])[]
  /** Ids of the occupants. */
  readonly occupants: readonly string[]
}

/** Who competes with the occupants: the most active of the buffer, then per goal the nearest that are not there yet. */
export function chooseCandidates({ buffer, nearest, occupants }: Offer): readonly string[] {
  const inside = new Set(occupants)
  const active = buffer
    .filter(({ id }) => !inside.has(id))
    .sort((a, b) => b.activation - a.activation || (a.id < b.id ? -1 : 1))
    .slice(0, mostOfBuffer)
    .map(({ id }) => id)
  const there = new Set([...inside, ...active])
  const near = nearest.flatMap((goal) =>
    goal
      .map(({ id }) => id)
      .filter((id) => !there.has(id))
      .slice(0, mostPerGoal),
  )
  return [...new Set([...active, ...near])]
}
