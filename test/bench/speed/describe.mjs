import { table, verdict } from '../report.mjs'

const count = (value) => Math.round(value).toLocaleString('en')
function ms(value) {
  if (value === undefined || Number.isNaN(value)) return undefined
  return value.toFixed(value < 0.995 ? 2 : value < 9.95 ? 1 : 0)
}
const both = ({ p50, p95 }) => `${ms(p50)} / ${ms(p95)}`
const mb = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MB`
const times = (a, b) => `${(a / b).toFixed(1)}×`

/** The tables of docs/benchmarks.md. */
export function describeSpeed(measured) {
  return [
    'Milliseconds, median / 95th percentile, unless a unit is given. The bare limits ran in the same process or between the same calls.',
    mainTable(measured),
    '**Where a recall goes** (in process, through the operation; medians):',
    partsTable(measured),
    `**Beside \`@modelcontextprotocol/server-memory\`** on the same texts. It looks for its query as one string, so it was
asked for the longest word of each question; it reads and rewrites its whole file on every call.`,
    peerTable(measured),
    '**Targets**',
    targetsTable(measured),
  ].join('\n\n')
}

function perSize(measured, rows) {
  return table(
    ['', ...measured.map(({ size }) => count(size))],
    rows.map(([name, cell]) => [name, ...measured.map(cell)]),
  )
}

const mainTable = (measured) =>
  perSize(measured, [
    ['start to `initialize` answered', ({ started }) => both(started.ww)],
    ['recall over MCP, 1,000 calls', ({ mcp }) => both(mcp.recall)],
    ['– the first 200 after 40', ({ mcp }) => both(mcp.firstRecalls)],
    ['– processor time of the server, mean', ({ mcp }) => ms(mcp.recallCpuMs)],
    ['recall in process', ({ inProcess }) => both(inProcess.parts.total)],
    ['– bare vector scan', ({ inProcess }) => both(inProcess.scan)],
    ['– bare lexical leg', ({ inProcess }) => both(inProcess.lexical)],
    ['– recall over MCP / both, p95', ({ mcp, inProcess }) => times(mcp.recall.p95, inProcess.bare.p95)],
    ['first recall after start, over MCP', ({ mcp }) => ms(mcp.cold)],
    ['durable write over MCP', ({ mcp }) => both(mcp.write)],
    ['– processor time of the server, mean', ({ mcp }) => ms(mcp.writeCpuMs)],
    ['– of it transport: a call that does nothing', ({ mcp }) => both(mcp.transport)],
    ['durable write in process, 1,000 calls', ({ writes }) => both(writes.write)],
    ['– the first 90 after 10', ({ writes }) => both(writes.first)],
    ['– bare commit', ({ writes }) => both(writes.commit)],
    ['– bare sync of one page', ({ writes }) => both(writes.sync)],
    ['– write / bare commit, p50', ({ writes }) => times(writes.write.p50, writes.commit.p50)],
    ['import, memories a second', ({ built }) => count(built.perSecond)],
    ['– processor time a memory', ({ built }) => ms(built.cpuMs)],
    [
      'RSS of the server after the recalls',
      ({ mcp }) => (mcp.memory === undefined ? undefined : mb(mcp.memory.rss * 2 ** 20)),
    ],
    ['RSS at most', ({ mcp }) => (mcp.memory === undefined ? undefined : mb(mcp.memory.peak * 2 ** 20))],
    ['file', ({ bytes }) => mb(bytes)],
  ])

function partsTable(measured) {
  const names = Object.keys(measured[0].inProcess.parts).filter((name) => name !== 'total')
  return perSize(measured, [
    ...names.map((name) => [name, ({ inProcess }) => ms(inProcess.parts[name].p50)]),
    ['all', ({ inProcess }) => ms(inProcess.parts.total.p50)],
    ['all, without worker threads', ({ inProcess }) => ms(inProcess.inline.total.p50)],
    ['finding and ranking, without worker threads', ({ inProcess }) => ms(inProcess.inline['finding and ranking'].p50)],
    ['MCP transport', ({ inProcess, mcp }) => ms(Math.max(0, mcp.recall.p50 - inProcess.parts.total.p50))],
  ])
}

const peerTable = (measured) =>
  perSize(measured, [
    ['start to `initialize` answered', ({ started }) => both(started.peer)],
    ['search', ({ peer }) => both(peer.searches)],
    ['write (not synced to the disk)', ({ peer }) => both(peer.writes)],
    [
      'import, memories a second',
      ({ size, peer }) =>
        peer.loaded === size
          ? count(peer.perSecond)
          : `${count(peer.perSecond)}, stopped after ${count(peer.loaded)} in 60 s`,
    ],
    ['RSS at most', ({ peer }) => (peer.memory === undefined ? undefined : mb(peer.memory.peak * 2 ** 20))],
  ])

function targetsTable(measured) {
  const at = (size) => measured.find((each) => each.size === size)
  const rows = []
  const add = (name, must, value, isMet) => rows.push([name, must, value, verdict(isMet)])
  const large = at(100_000)
  if (large !== undefined) {
    const { mcp, inProcess, built, writes } = large
    add('recall p95 at 100k', '≤ 50 ms', `${ms(mcp.recall.p95)} ms`, mcp.recall.p95 <= 50)
    add(
      '– beside scan + lexical leg, p95',
      '≤ 5×',
      times(mcp.recall.p95, inProcess.bare.p95),
      mcp.recall.p95 <= 5 * inProcess.bare.p95,
    )
    add('durable write p50 at 100k, over MCP', '≤ 5 ms', `${ms(mcp.write.p50)} ms`, mcp.write.p50 <= 5)
    add(
      '– in process, beside the bare commit, p50',
      '≤ 4×',
      times(writes.write.p50, writes.commit.p50),
      writes.write.p50 <= 4 * writes.commit.p50,
    )
    add('import at 100k', '≥ 5,000/s', `${count(built.perSecond)}/s`, built.perSecond >= 5000)
    if (mcp.memory !== undefined) add('RSS at 100k', '≤ 300 MB', mb(mcp.memory.rss * 2 ** 20), mcp.memory.rss <= 300)
  }
  const medium = at(10_000)
  if (medium !== undefined) {
    const { recall, recallSettled } = medium.mcp
    add('recall p95 at 10k', '≤ 15 ms', `${ms(recall.p95)} ms`, recall.p95 <= 15)
    add(
      '– the same, each question by its median of five calls',
      '≤ 15 ms',
      `${ms(recallSettled.p95)} ms`,
      recallSettled.p95 <= 15,
    )
  }
  const { size, started } = measured.at(-1)
  add(`\`initialize\` at ${count(size)}`, '≤ 300 ms', `${ms(started.ww.p50)} ms`, started.ww.p50 <= 300)
  add(
    '– beside server-memory, p50',
    '≤ 1.2×',
    times(started.ww.p50, started.peer.p50),
    started.ww.p50 <= 1.2 * started.peer.p50,
  )
  for (const [index, next] of measured.slice(1).entries()) {
    const previous = measured[index]
    const growth = Math.log(next.mcp.recall.p50 / previous.mcp.recall.p50) / Math.log(next.size / previous.size)
    add(
      `growth exponent of recall, ${count(previous.size)} → ${count(next.size)}`,
      '≤ 1',
      growth.toFixed(2),
      growth <= 1,
    )
  }
  return table(['target', 'must', 'measured', ''], rows)
}
