import { parse, stringify, TomlError } from 'smol-toml'
import {
  readingTools,
  type ServerEdit,
  serverEntry,
  serverName,
  startsProgram,
  type WantedServer,
} from '../mcp-server.js'
import { positionAt, SettingsProblem } from '../settings-problem.js'
import { cutTables, findTables, withoutLastEmptyLine } from './tables.js'

type Table = Readonly<Record<string, unknown>>

/**
 * Our entry as a table under the table of servers. The text is edited by lines and parsed again afterwards: if the
 * result differs from what was intended, the file is refused and not written.
 */
export const tomlServer =
  (servers: string): ServerEdit =>
  (wanted) => {
    const path = [servers, serverName]
    const entryIn = (settings: Table): unknown => (settings[servers] as Table | undefined)?.[serverName]
    const without = (settings: Table): Table => {
      const { [serverName]: _entry, ...others } = (settings[servers] ?? {}) as Table
      const { [servers]: _servers, ...rest } = settings
      return Object.keys(others).length === 0 ? rest : { ...rest, [servers]: others }
    }
    /** Throws unless `edited` has this entry and is otherwise equal to `text`. */
    function check(edited: string, text: string, entry: unknown): string {
      const result = readEdited(edited)
      const isCorrect =
        result !== undefined && same(without(result), without(read(text))) && same(entryIn(result), entry)
      if (isCorrect) return edited
      const at = text.search(/^[^#\n]*\bmcp_servers\b/m)
      const problem = `"${servers}" is written in a way that cannot be edited here; write [${path.join('.')}] by hand`
      throw new SettingsProblem(problem, positionAt(text, Math.max(at, 0)))
    }
    return {
      apply(text) {
        const existing = entryIn(read(text))
        const ours = wanted.addressEntry ?? { ...serverEntry(wanted, existing), ...approvals(wanted) }
        const isMerged = wanted.addressEntry === undefined && startsProgram(existing)
        const entry = isMerged ? merge(existing, ours) : ours
        if (same(existing, entry)) return text
        const eol = eolOf(text)
        const block = stringify({ [servers]: { [serverName]: entry } })
          .trimEnd()
          .replaceAll('\n', eol)
        return check(withBlock(text, block, path, eol), text, entry)
      },
      revert(text, before) {
        if (entryIn(read(text)) === undefined) return text
        const former = entryIn(read(before))
        if (former === undefined) {
          const cut = cutTables(text, path)
          return check(withoutLastEmptyLine(cut.before) + cut.after, text, undefined)
        }
        const eol = eolOf(text)
        const block = findTables(before, path)
          .map(({ start, end }) => before.slice(start, end).trimEnd())
          .join(eol + eol)
        return check(withBlock(text, block, path, eol), text, former)
      },
      entry: (text) => entryIn(read(text)),
    }
  }

/** The table of servers in a file of TOML. */
export const tomlServersIn =
  (servers: string) =>
  (text: string): unknown =>
    read(text)[servers]

/** https://developers.openai.com/codex/config-reference */
const approvals = ({ allowsReading }: WantedServer): Table =>
  allowsReading === true
    ? { tools: Object.fromEntries(readingTools.map((tool) => [tool, { approval_mode: 'approve' }])) }
    : {}

/** Replaces our tables, or appends the block. */
function withBlock(text: string, block: string, path: readonly string[], eol: string): string {
  if (findTables(text, path).length > 0) {
    const { before, after } = cutTables(text, path)
    return before + block + eol + after
  }
  const hasGap = /^\uFEFF?$/.test(text) || /(?:^|\n)\r?\n$/.test(text)
  return text + (hasGap ? '' : text.endsWith('\n') ? eol : eol + eol) + block + eol
}

function merge(existing: Table, ours: Table): Table {
  const merged: Record<string, unknown> = { ...existing }
  for (const [key, value] of Object.entries(ours)) {
    const former = existing[key]
    merged[key] = isTable(value) && isTable(former) ? merge(former, value) : value
  }
  return merged
}

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

const eolOf = (text: string): string => /\r?\n/.exec(text)?.[0] ?? '\n'

/** Compares values as TOML text, which includes dates and the order of keys. */
const same = (one: unknown, other: unknown): boolean =>
  one === undefined || other === undefined ? one === other : stringify({ one }) === stringify({ one: other })

function readEdited(text: string): Table | undefined {
  try {
    return read(text)
  } catch (error) {
    if (error instanceof SettingsProblem) return undefined
    throw error
  }
}

function read(text: string): Table {
  try {
    return parse(text.replace(/^\uFEFF/, ''), { integersAsBigInt: 'asNeeded' })
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    // The first line is the message; the others show the position, which we report ourselves.
    const [problem] = error.message.replace(/^Invalid TOML document: /, '').split('\n')
    throw new SettingsProblem(problem, error, error)
  }
}
