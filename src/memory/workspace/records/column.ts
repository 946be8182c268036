import { parseTime } from '../../time.js'
import { parseDecimal } from './decimal.js'
import { type ExactSum, toUnits } from './decimal-sum.js'
import { addToTally, createTally } from './fields.js'
import { type RecordField, readValue } from './record.js'
import { parseUnitNumber, type Unit, type UnitNumber } from './units.js'

const pageBits = 10
const pageRows = 1 << pageBits
const nothing = -1

/**
 * One field of all records, dictionary-encoded: each distinct value is stored once and rows hold its code, so that a
 * condition is evaluated once per distinct value. Codes are stored in pages, so that a rare field takes little memory.
 */
export class Column {
  readonly key: string
  readonly tally = createTally()
  /** By code; a free code has an empty text and NaN. */
  readonly texts: string[] = []
  readonly valueKeys: string[] = []
  /** NaN where the value is not a number. */
  readonly numbers: number[] = []
  /** The same, but also the number of "€45" and "8.2 km". */
  readonly amounts: number[] = []
  readonly #unitNumbers: (UnitNumber | undefined)[] = []
  #unitCount = 0
  readonly #uses: number[] = []
  /** A number as units / 10^scale; a scale of −1 means that the text must be parsed. */
  readonly #units: number[] = []
  readonly #scales: number[] = []
  /** Parsed on first use; NaN where the value is not a time. */
  readonly #times: (number | undefined)[] = []
  readonly #pages: (Int32Array | undefined)[] = []
  readonly #codeOfText = new Map<string, number>()
  readonly #codesOfKey = new Map<string, Set<number>>()
  /** By code: all codes with an equal value, including itself. */
  readonly #spellings: (ReadonlySet<number> | undefined)[] = []
  readonly #free: number[] = []

  constructor(key: string) {
    this.key = key
  }

  /** The code of the row's value; −1 when the row has none. */
  codeAt(row: number): number {
    const page = this.#pages[row >> pageBits]
    return page === undefined ? nothing : page[row & (pageRows - 1)]
  }

  /** How many rows have the value of this code. */
  usesOf(code: number): number {
    return this.#uses[code]
  }

  timeOf(code: number): number {
    let time = this.#times[code]
    if (time === undefined) {
      time = parseTime(this.texts[code]) ?? Number.NaN
      this.#times[code] = time
    }
    return time
  }

  /** Whether any value is a number with a unit. */
  get hasUnits(): boolean {
    return this.#unitCount > 0
  }

  /** The unit of a value such as "8.2 km". */
  unitOf(code: number): Unit | undefined {
    return this.#unitNumbers[code]?.unit
  }

  /** The number alone, as written. */
  literalOf(code: number): string {
    return this.#unitNumbers[code]?.literal ?? this.texts[code]
  }

  addTo(sum: ExactSum, code: number): void {
    if (this.#scales[code] < 0) sum.addLiteral(this.literalOf(code))
    else sum.addUnits(this.#units[code], this.#scales[code])
  }

  set(row: number, { name, text, valueKey, number }: RecordField): number {
    const code = this.#codeOfText.get(text) ?? this.#add(text, valueKey, number)
    const at = row >> pageBits
    let page = this.#pages[at]
    if (page === undefined) {
      page = new Int32Array(pageRows).fill(nothing)
      this.#pages[at] = page
    }
    page[row & (pageRows - 1)] = code
    this.#uses[code]++
    addToTally(this.tally, name, !Number.isNaN(this.amounts[code]), 1)
    return code
  }

  /** Removes a value that no row has any more: forgotten values must not stay in the dictionary. */
  clear(row: number, name: string): void {
    const code = this.codeAt(row)
    const page = this.#pages[row >> pageBits]
    if (code === nothing || page === undefined) return
    page[row & (pageRows - 1)] = nothing
    addToTally(this.tally, name, !Number.isNaN(this.amounts[code]), -1)
    this.#uses[code]--
    if (this.#uses[code] === 0) this.#remove(code)
  }

  /** Every code whose value equals this text. */
  codesOf(text: string): readonly number[] {
    return [...(this.#codesOfKey.get(readValue(text).valueKey) ?? [])]
  }

  /** Whether the value has only one spelling. */
  isSoleSpelling(code: number): boolean {
    return this.#spellings[code]?.size === 1
  }

  hasValue(valueKey: string): boolean {
    return this.#codesOfKey.has(valueKey)
  }

  #add(text: string, valueKey: string, number: number | null): number {
    const code = this.#free.pop() ?? this.texts.length
    this.texts[code] = text
    this.valueKeys[code] = valueKey
    this.numbers[code] = number ?? Number.NaN
    const unitNumber = number === null ? parseUnitNumber(text) : undefined
    this.#unitNumbers[code] = unitNumber
    if (unitNumber !== undefined) this.#unitCount++
    this.amounts[code] = number ?? (unitNumber === undefined ? Number.NaN : Number(parseDecimal(unitNumber.literal)))
    this.#uses[code] = 0
    const quick = number === null ? undefined : toUnits(text)
    this.#units[code] = quick?.units ?? 0
    this.#scales[code] = quick?.scale ?? nothing
    this.#times[code] = undefined
    this.#codeOfText.set(text, code)
    const codes = this.#codesOfKey.get(valueKey) ?? new Set()
    codes.add(code)
    this.#codesOfKey.set(valueKey, codes)
    this.#spellings[code] = codes
    return code
  }

  #remove(code: number): void {
    const valueKey = this.valueKeys[code]
    const codes = this.#codesOfKey.get(valueKey)
    codes?.delete(code)
    if (codes?.size === 0) this.#codesOfKey.delete(valueKey)
    this.#codeOfText.delete(this.texts[code])
    this.texts[code] = ''
    this.valueKeys[code] = ''
    this.numbers[code] = Number.NaN
    this.amounts[code] = Number.NaN
    if (this.#unitNumbers[code] !== undefined) this.#unitCount--
    this.#unitNumbers[code] = undefined
    this.#units[code] = 0
    this.#times[code] = undefined
    this.#spellings[code] = undefined
    this.#free.push(code)
  }
}
