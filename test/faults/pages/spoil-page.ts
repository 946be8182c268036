import { DatabaseSync } from '@photostructure/sqlite'
import type { Random } from '../../support/random.js'
import { noise, overwrite, pageBytes, readPart } from '../spoil.js'

/** A page of a table or an index. */
export interface Page {
  readonly tree: string
  readonly number: number
  readonly type: string
}

/** Every page of every table and index that the file has, with those of the full-text index. */
export function pagesOf(path: string): Page[] {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const rows = database.prepare('SELECT name AS tree, pageno AS number, pagetype AS type FROM dbstat').all()
    return (rows as unknown as Page[]).filter(({ tree }) => tree !== 'sqlite_schema')
  } finally {
    database.close()
  }
}

export const manners = ['zeros', 'noise', 'another page', 'swapped keys', 'one bit', 'four bytes'] as const
export type Manner = (typeof manners)[number]

/** Spoils one page. Returns false where this manner would change nothing. */
export function spoilPage(path: string, page: Page, pages: readonly Page[], manner: Manner, random: Random): boolean {
  const at = (page.number - 1) * pageBytes
  const before = readPart(path, at, pageBytes)
  const after = spoilt(path, page, pages, manner, random, Uint8Array.from(before))
  if (after === undefined || Buffer.from(before).equals(Buffer.from(after))) return false
  overwrite(path, after, at)
  return true
}

function spoilt(
  path: string,
  page: Page,
  pages: readonly Page[],
  manner: Manner,
  random: Random,
  bytes: Uint8Array,
): Uint8Array | undefined {
  switch (manner) {
    case 'zeros':
      return new Uint8Array(pageBytes)
    case 'noise':
      return noise(random, pageBytes)
    case 'another page': {
      const others = pages.filter(
        ({ tree, number, type }) => tree === page.tree && type === page.type && number !== page.number,
      )
      const alike =
        others.length > 0 ? others : pages.filter(({ number, type }) => type === page.type && number !== page.number)
      return readPart(path, (random.pick(alike).number - 1) * pageBytes, pageBytes)
    }
    case 'swapped keys': {
      // Two entries of the list of cells change places.
      const cells = cellPointers(page, bytes)
      if (cells.count < 2) return undefined
      const [a, b] = [cells.at, cells.at + 2 * (1 + random.below(cells.count - 1))]
      const kept = bytes.slice(a, a + 2)
      bytes.copyWithin(a, b, b + 2)
      bytes.set(kept, b)
      return bytes
    }
    case 'one bit':
    case 'four bytes': {
      const place = usedPlace(page, bytes, random)
      if (place === undefined) return undefined
      if (manner === 'one bit') bytes[place]! ^= 1 << random.below(8)
      else for (let next = place; next < Math.min(place + 4, pageBytes); next++) bytes[next] = random.below(256)
      return bytes
    }
  }
}

/** https://www.sqlite.org/fileformat.html#b_tree_pages */
function cellPointers({ type }: Page, bytes: Uint8Array): { readonly at: number; readonly count: number } {
  if (type === 'overflow') return { at: 0, count: 0 }
  return { at: type === 'internal' ? 12 : 8, count: bytes[3]! * 256 + bytes[4]! }
}

/** Within a cell. */
function usedPlace(page: Page, bytes: Uint8Array, random: Random): number | undefined {
  if (page.type === 'overflow') return 4 + random.below(200)
  const { at, count } = cellPointers(page, bytes)
  if (count === 0) return undefined
  const cell = at + 2 * random.below(count)
  return Math.min(bytes[cell]! * 256 + bytes[cell + 1]! + random.below(24), pageBytes - 1)
}
