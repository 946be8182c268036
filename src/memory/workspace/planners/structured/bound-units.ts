import type { PlacedWord } from '../../phrases.js'
import type { RecordSet } from '../../records/record-table.js'
import { isCurrency, unitKey } from '../../records/units.js'
import type { BoundMention } from './bounds.js'

const sign = /^[€$£¥]|[€$£¥%]$/u

/**
 * GWT19: the unit of a bound ("40 cm", "€20", "10 %") must be that of the field, told by its values or its name. A sign of
 * currency is taken as a way of writing where the records have no currency at all.
 */
export function unitsInBounds(words: readonly PlacedWord[], bounds: readonly BoundMention[], records: RecordSet) {
  const placed: number[] = []
  const open: number[] = []
  for (const { criterion, words: span } of bounds) {
    const units = unitsOfField(criterion.field ?? '', records)
    for (const at of span) {
      const written = sign.exec(words[at].surface)?.[0]
      if (written !== undefined) {
        const key = unitKey(written) ?? written
        if (!units.has(key) && !(units.size === 0 && isCurrency(key))) open.push(at)
      }
      const next = words[at + 1]?.surface ?? ''
      const isAmount = /\d/u.test(words[at].surface)
      if (isAmount && !span.includes(at + 1) && units.has(unitKey(next) ?? '')) placed.push(at + 1)
    }
  }
  return { placed, open }
}

const mostChecked = 1000

function unitsOfField(field: string, { table }: RecordSet): ReadonlySet<string> {
  const column = table.column(field)
  const units = new Set(field.split(' ').flatMap((word) => unitKey(word) ?? []))
  if (column?.hasUnits !== true) return units
  for (let code = 0; code < Math.min(column.texts.length, mostChecked); code++) {
    const unit = column.unitOf(code)
    if (unit !== undefined) units.add(unit.key)
  }
  return units
}
