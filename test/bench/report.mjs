import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

const page = new URL('../../docs/benchmarks.md', import.meta.url)

const markersOf = (name) => [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
const readPage = () => (existsSync(page) ? readFileSync(page, 'utf8') : '# Benchmarks\n')

/** What stands before, between and behind two markers; undefined where they are not there, one behind the other. */
export function splitAt(text, [open, close]) {
  const [from, to] = [text.indexOf(open), text.indexOf(close)]
  if (from < 0 || to < from) return undefined
  return {
    before: text.slice(0, from),
    within: text.slice(from + open.length, to),
    behind: text.slice(to + close.length),
  }
}

/** Replaces what stands between the section's markers; a missing page or section is added. */
export function storeSection(name, body) {
  const [open, close] = markersOf(name)
  const section = `${open}\n${body.trim()}\n${close}`
  const text = readPage()
  const parts = splitAt(text, [open, close])
  writeFileSync(page, parts === undefined ? `${text.trimEnd()}\n\n${section}\n` : parts.before + section + parts.behind)
}

/** What a program has left in the page; undefined when it was never run in full. */
export const readSection = (name) => splitAt(readPage(), markersOf(name))?.within

// Before the benchmark adds its own.
const load = loadavg()[0]

/** Says so when others use the machine: latencies are then theirs as much as ours. */
export function warnWhenBusy() {
  if (load < availableParallelism() / 2) return
  process.stderr.write(
    `The machine is busy (load ${load.toFixed(1)}): latencies will be too high. Processor times and ratios hold better.\n`,
  )
}

/** When and on what, without telling whose machine it was; the load says how much else it had to do. */
export function describeRun(command) {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  const date = new Date().toISOString().slice(0, 10)
  const processor = cpus()[0]?.model.trim() || process.arch
  const machine = `${availableParallelism()} cores (${processor}), ${memory}, Node ${process.version.slice(1)}, ${process.platform}`
  return `${date} · ${machine}, load ${load.toFixed(1)} before the run · \`${command}\``
}

/** Markdown with aligned columns: reads the same in a terminal. */
export function table(head, rows) {
  const lines = [head, ...rows].map((cells) => cells.map((cell) => String(cell ?? '–')))
  const widths = head.map((_, column) => Math.max(3, ...lines.map((cells) => cells[column].length)))
  const line = (cells) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  return [line(lines[0]), rule, ...lines.slice(1).map(line)].join('\n')
}

/** A target and whether it was met. */
export const verdict = (isMet) => (isMet ? 'met' : '**missed**')

export function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
  else process.stderr.write(`${text}\n`)
}

export function endProgress() {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
}
