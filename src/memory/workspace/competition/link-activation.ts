import { compareText } from '../natural-order.js'

/** A memory that a link from an occupant activates for the buffer. */
export interface LinkActivation {
  readonly id: string
  readonly activation: number
  /** The occupant that activates it most. */
  readonly via: string
}

interface Occupied {
  /** With their levels from the last competition. */
  readonly occupants: readonly { readonly id: string; readonly level: number }[]
  /** Between occupants and others, in either direction. */
  readonly links: readonly { readonly source: string; readonly target: string; readonly weight: number }[]
}

/**
 * WSP6: memories linked to occupants, for the buffer of the next cycle, strongest first. Each gets the maximum of
 * level × weight over its occupants, not the sum: many weak links must not outweigh a strong one.
 */
export function activateLinked({ occupants, links }: Occupied): readonly LinkActivation[] {
  const levels = new Map(occupants.map(({ id, level }) => [id, level]))
  const activated = new Map<string, LinkActivation>()
  const activate = (via: string, id: string, weight: number) => {
    const level = levels.get(via)
    if (level === undefined || levels.has(id)) return
    const given = { id, activation: level * weight, via }
    const before = activated.get(id)
    if (before === undefined || byStrength(given, before) < 0) activated.set(id, given)
  }
  for (const { source, target, weight } of links) {
    activate(source, target, weight)
    activate(target, source, weight)
  }
  return [...activated.values()].sort(byStrength)
}

function byStrength(a: LinkActivation, b: LinkActivation): number {
  return b.activation - a.activation || compareText(a.id, b.id) || compareText(a.via, b.via)
}
