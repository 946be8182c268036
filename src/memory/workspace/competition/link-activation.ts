/** A memory that an occupant brought to the edge of attention. */
export interface LinkActivation {
  readonly id: string
  readonly activation: number
  /** The occupant that gives it most. */
  readonly via: string
}

interface Occupied {
  /** With the levels of the competition that they won. */
  readonly occupants: readonly { readonly id: string; readonly level: number }[]
  /** Between occupants and others, in either direction. */
  readonly links: readonly { readonly source: string; readonly target: string; readonly weight: number }[]
}

/**
 * WSP6: memories linked to occupants, for the buffer of the next cycle, strongest first. Each gets the most that one
 * occupant gives it, level × weight: many weak links to one memory must not shout down a strong one.
 */
export function activateLinked({ occupants, links }: Occupied): readonly LinkActivation[] {
  const levels = new Map(occupants.map(({ id, level }) => [id, level]))
  const activated = new Map<string, LinkActivation>()
  const give = (via: string, id: string, weight: number) => {
    const level = levels.get(via)
    if (level === undefined || levels.has(id)) return
    const given = { id, activation: level * weight, via }
    const before = activated.get(id)
    if (before === undefined || byStrength(given, before) < 0) activated.set(id, given)
  }
  for (const { source, target, weight } of links) {
    give(source, target, weight)
    give(target, source, weight)
  }
  return [...activated.values()].sort(byStrength)
}

function byStrength(a: LinkActivation, b: LinkActivation): number {
  return b.activation - a.activation || compare(a.id, b.id) || compare(a.via, b.via)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
