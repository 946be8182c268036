import { describe, expect, test } from 'vitest'
import { parseRecords } from './parse-records.js'
import { RecordTable } from './record-table.js'

const tableOf = (texts: Readonly<Record<string, string>>) => {
  const table = new RecordTable()
  for (const [id, text] of Object.entries(texts)) table.put(id, 'here', parseRecords(text))
  return table
}

describe('[GWT7] the table of records', () => {
  test('[GWT7] a record comes back as it was parsed', () => {
    const text = 'Sale 17: Region=North, amount=12.50, Note to self=none'
    const table = tableOf({ m: text })
    expect(table.record(table.select().rows[0])).toEqual({ ...parseRecords(text)[0], memoryId: 'm', ordinal: 0 })
  })

  test('[GWT7] fields are summed up, under the name that most use', () => {
    const table = tableOf({ a: 'Price=4, region=N', b: 'price=n/a, region=S', c: 'price=3, region=S' })
    expect(table.select().fields).toEqual([
      { key: 'price', name: 'price', count: 3, numericCount: 2 },
      { key: 'region', name: 'region', count: 3, numericCount: 0 },
    ])
    table.put('d', 'elsewhere', parseRecords('Price=7, shop=X'))
    expect(table.select((scope) => scope === 'elsewhere').fields).toEqual([
      { key: 'price', name: 'Price', count: 1, numericCount: 1 },
      { key: 'shop', name: 'shop', count: 1, numericCount: 0 },
    ])
    table.delete('d')
    table.delete('a')
    expect(table.select().fields).toMatchObject([{ name: 'price', count: 2, numericCount: 1 }, { count: 2 }])
  })

  test('[GWT7] a selection is the same until something changes', () => {
    const table = tableOf({ a: 'price=4, region=N' })
    const before = table.select()
    expect(table.select()).toBe(before)
    table.put('b', 'elsewhere', parseRecords('price=5, region=S'))
    expect(table.select().rows).toHaveLength(2)
    expect(table.select((scope) => scope === 'here').rows).toHaveLength(1)
    expect(table.select(() => false).rows).toEqual([])
  })

  test('[GWT15] a deleted record leaves no text in the table', () => {
    const table = tableOf({ a: 'name=secret, price=4', b: 'name=open, price=4' })
    const column = table.column('name')
    table.delete('a')
    expect(table.size).toBe(1)
    expect(column?.texts).not.toContain('secret')
    expect(column?.valueKeys).not.toContain('secret')
    expect(column?.hasValue('secret')).toBe(false)
    table.delete('b')
    expect([...table.columns()]).toEqual([])
    expect(table.select().rows).toEqual([])
  })

  test('[GWT7] putting a memory again replaces its records', () => {
    const table = tableOf({ a: 'name=x, price=1' })
    table.put('a', 'here', parseRecords('name=y, price=2\nname=z, price=3'))
    expect(table.select().rows.map((row) => table.record(row).fields[0].text)).toEqual(['y', 'z'])
    table.put('a', 'here', [])
    expect(table.size).toBe(0)
  })

  test('[GWT7] many more rows than a page', () => {
    const table = new RecordTable()
    for (let at = 0; at < 5000; at++) {
      table.put(`m${at}`, '', parseRecords(at % 1500 === 0 ? `n=${at}, rare=yes` : `n=${at}, v=1`))
    }
    const { rows } = table.select()
    expect(rows.filter((row) => (table.column('rare')?.codeAt(row) ?? -1) >= 0)).toHaveLength(4)
    expect(table.column('n')?.codesOf('4999.0')).toHaveLength(1)
  })
})
