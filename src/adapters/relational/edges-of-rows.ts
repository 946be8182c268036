import type { Edge } from '../../memory/memory.js'
import type { MovedMemory } from '../../memory/moving/moved-memory.js'

/** An edge with the numbers of its ends. */
export interface EdgeColumns extends Edge {
  readonly sourceRow: number
  readonly targetRow: number
}

type EdgesOfRow = Pick<MovedMemory, 'edges' | 'laterEdges'>

/** Of a page of an export, from its first row to its last: each edge is told where its later end is. */
export function edgesOfRows(found: readonly EdgeColumns[], first: number, last: number): Map<number, EdgesOfRow> {
  const byRow = new Map<number, { edges: Edge[]; laterEdges: Edge[] }>()
  for (const { sourceRow, targetRow, ...edge } of found) {
    for (const row of new Set([sourceRow, targetRow])) {
      if (row < first || row > last) continue
      const own = byRow.get(row) ?? { edges: [], laterEdges: [] }
      byRow.set(row, own)
      if (row === Math.max(sourceRow, targetRow)) own.edges.push(edge)
      else own.laterEdges.push(edge)
    }
  }
  return byRow
}
