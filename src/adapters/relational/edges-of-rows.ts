import type { ExportedMemory } from '../../memory/import-export/exported-memory.js'
import type { Edge } from '../../memory/memory.js'

/** An edge with the rows of its ends. */
export interface EdgeColumns extends Edge {
  readonly sourceRow: number
  readonly targetRow: number
}

type EdgesOfRow = Pick<ExportedMemory, 'edges' | 'laterEdges'>

/** Groups the edges of an export page (rows `first` to `last`): each edge belongs to its later end. */
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
