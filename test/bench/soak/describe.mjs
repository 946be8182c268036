import { median, quantile } from '../numbers.mjs'
import { table } from '../report.mjs'
import { allowances, compareParts, p95, slopeOf, valuesWithin } from './flat.mjs'
import { rates } from './plan.mjs'

const kinds = [...Object.keys(rates), 'forget', 'export']
const names = { forget: 'forget all before', export: 'ww export' }
const colours = { recall: 0, write: 1, workspace: 2, workflow: 3 }

const seriesOf = (samples, pick) => samples.map((sample) => ({ minute: sample.minute, value: pick(sample) }))
const latenciesOf = (done, kind) =>
  done.filter((each) => each.kind === kind).map(({ minute, ms }) => ({ minute, value: ms }))

/** What the page says, but for its head. */
export function describeSoak({ plan, samples, done, errors, processes }) {
  const compared = comparisons({ plan, samples, done, processes })
  const [from, to] = [plan.first, plan.last].map((part) => part.map((minute) => +minute.toFixed(2)).join('–'))
  const rows = compared.map(({ what, before, after, perHour, digits, isFlat }) => [
    what,
    before.toFixed(digits),
    after.toFixed(digits),
    perHour === undefined ? '' : signed(perHour, digits),
    isFlat === undefined ? '' : isFlat ? 'flat' : '**grows**',
  ])
  return {
    isFlat: compared.every(({ isFlat }) => isFlat !== false),
    compared: table(['', `minutes ${from}`, `minutes ${to}`, 'slope an hour', ''], rows),
    calls: table(
      ['', 'calls', 'p50', 'p95', 'slowest', 'errors'],
      kinds.map((kind) => callRow(kind, done, errors)),
    ),
    errors: listErrors(errors),
  }
}

function comparisons({ plan, samples, done, processes }) {
  const settled = (points) => points.filter(({ minute }) => minute >= plan.first[0])
  const compare = (what, points, digits, allowance, by) => {
    const { isFlat, ...parts } = compareParts(points, plan, allowance ?? { share: 0, plus: 0 }, by)
    return { what, ...parts, digits, isFlat: allowance && isFlat }
  }
  /** Of samples: a slope looks at all pairs, and of calls there are too many. */
  const row = (what, points, digits, allowance) => ({
    ...compare(what, points, digits, allowance),
    perHour: slopeOf(settled(points)) * 60,
  })
  const ofEach = (what, pick, allowance) =>
    processes.map(({ name }, place) =>
      row(
        `${what} of \`${name}\``,
        seriesOf(samples, (sample) => pick(sample.processes[place])),
        0,
        allowance,
      ),
    )
  const latency = (kind) => {
    const points = latenciesOf(done, kind)
    return [
      compare(`${kind}, p50, ms`, points, 1, allowances.latency),
      compare('– p95', points, 1, allowances.latency, p95),
    ]
  }
  return [
    ...ofEach('RSS, MB,', ({ rssMb }) => rssMb, allowances.rss),
    ...ofEach('open handles', ({ handles }) => handles, allowances.handles),
    row(
      'file, MB',
      seriesOf(samples, ({ fileMb }) => fileMb),
      1,
      allowances.file,
    ),
    row(
      '– memories stored',
      seriesOf(samples, ({ memories }) => memories),
      0,
    ),
    row(
      '– bytes a memory',
      seriesOf(samples, ({ fileMb, memories }) => (fileMb * 2 ** 20) / memories),
      0,
      allowances.file,
    ),
    row(
      'log (WAL), MB',
      seriesOf(samples, ({ walMb }) => walMb),
      1,
      allowances.log,
    ),
    ...Object.keys(rates).flatMap(latency),
    row(
      'the same sum each time, ms',
      seriesOf(samples, ({ controlMs }) => controlMs),
      2,
    ),
  ]
}

function callRow(kind, done, errors) {
  const ms = done.filter((each) => each.kind === kind).map((each) => each.ms)
  const of = (share) => (ms.length === 0 ? '–' : quantile(ms, share).toFixed(1))
  return [
    names[kind] ?? kind,
    ms.length.toLocaleString('en'),
    of(0.5),
    of(0.95),
    of(1),
    errors.filter((each) => each.kind === kind).length,
  ]
}

/** By what they say; ids apart, the same is the same. */
function listErrors(errors) {
  const counts = new Map()
  for (const { kind, message } of errors) {
    const what = `${kind}: ${message.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…').slice(0, 300)}`
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  return [...counts].map(([what, count]) => `- ${count} × ${what}`)
}

const signed = (value, digits) => {
  const text = Math.abs(value).toFixed(digits)
  return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`
}

/** Shares of all processors: by everybody, by the programs that are measured. */
export const busyOf = (samples) => ({
  all: median(samples.map(({ busy }) => busy)),
  ours: median(samples.map(({ busyOurs }) => busyOurs)),
})

/** What the picture shows. */
export function panelsOf({ plan, samples, done, processes }) {
  const eachProcess = (pick) =>
    processes.map(({ name }, colour) => ({
      name,
      colour,
      points: seriesOf(samples, (sample) => pick(sample.processes[colour])),
    }))
  const latency = Object.entries(colours).flatMap(([kind, colour]) => {
    const points = latenciesOf(done, kind)
    const parts = samples.map(({ minute }, place) => [place === 0 ? 0 : samples[place - 1].minute, minute])
    const by = (measure) =>
      parts.flatMap((part) => {
        const values = valuesWithin(points, part)
        return values.length === 0 ? [] : [{ minute: part[1], value: measure(values) }]
      })
    return [
      { name: kind, colour, points: by(median) },
      { colour, isFaint: true, points: by(p95) },
    ]
  })
  return [
    { title: 'Memory of each process (RSS), MB', lines: eachProcess(({ rssMb }) => rssMb) },
    { title: 'Open handles of each process', lines: eachProcess(({ handles }) => handles) },
    {
      title: 'Files, MB',
      lines: [
        { name: 'database', colour: 0, points: seriesOf(samples, ({ fileMb }) => fileMb) },
        { name: 'log (WAL)', colour: 1, points: seriesOf(samples, ({ walMb }) => walMb) },
      ],
    },
    {
      title: `Latency, ms: median of ${plan.sampleSeconds} s, and fainter the 95th percentile`,
      isLogarithmic: true,
      lines: latency,
    },
  ]
}
