// Mixed load through every door of the real programs: does anything grow? See docs/benchmarks.md.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { checkPicture } from './check-picture.mjs'
import { findData } from './data.mjs'
import { describeRun, endProgress, progress, storeSection, verdict, warnWhenBusy } from './report.mjs'
import { createCalls } from './soak/calls.mjs'
import { busyOf, describeSoak, panelsOf } from './soak/describe.mjs'
import { allowances } from './soak/flat.mjs'
import { openHouse } from './soak/house.mjs'
import { startLoad } from './soak/load.mjs'
import { drawPicture } from './soak/picture.mjs'
import { planRun, rates } from './soak/plan.mjs'
import { takeSamples } from './soak/samples.mjs'
import { readSentences } from './speed/texts.mjs'

const wholeRun = { minutes: '40', size: '100000' }
const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data' },
    size: { type: 'string', default: wholeRun.size },
    minutes: { type: 'string', default: wholeRun.minutes },
    dry: { type: 'boolean', default: false },
  },
})
const isWhole = options.minutes === wholeRun.minutes && options.size === wholeRun.size
const size = Number(options.size)
const plan = planRun(Number(options.minutes))
const data = findData(resolve(import.meta.dirname, '../..', options.data))

if (!existsSync('/proc/self/fd')) {
  process.stderr.write('Memory and open handles are read from /proc, which this system does not have.\n')
  process.exit(1)
}
// Ctrl-C ends the load and then everything that was started.
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => stopping.abort(new Error(`stopped by ${signal}`)))

warnWhenBusy()
const folder = mkdtempSync(join(tmpdir(), 'ww-soak-'))
try {
  progress(`${size} memories: importing`)
  const build = fileURLToPath(new URL('./speed/build-store.mjs', import.meta.url))
  await promisify(execFile)(process.execPath, [build, folder, String(size), data ?? ''], { signal: stopping.signal })
  await report(await soak())
} catch (error) {
  if (!stopping.signal.aborted) throw error
  endProgress()
  process.stderr.write(`${stopping.signal.reason.message}; nothing is left behind\n`)
  process.exitCode = 130
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function soak() {
  const { signal } = stopping
  const house = await openHouse(folder)
  try {
    const told = { folder, size, sentences: readSentences(data), keepsMs: plan.keepsMinutes * 60_000, signal }
    const { began, done, errors, ended } = startLoad(createCalls(house, told), plan, signal)
    const [rest] = house.doors
    const countMemories = async () => {
      const { collections } = await rest('memory_stats', { project: '*' })
      return Object.values(collections).reduce((sum, count) => sum + count, 0)
    }
    const onSample = (sample) => progress(tell(sample, done, errors))
    const { processes } = house
    const sampling = takeSamples({ began, plan, folder, processes, countMemories, signal, onSample })
    const [samples] = await Promise.all([sampling, ended])
    return { plan, samples, done, errors, processes }
  } finally {
    await house.close()
  }
}

function tell({ minute, processes, fileMb, walMb, busy }, done, errors) {
  const rss = processes.map(({ rssMb }) => Math.round(rssMb)).join(' / ')
  const files = `${Math.round(fileMb)} + ${Math.round(walMb)} MB`
  const last = errors.at(-1)
  const wrong =
    last === undefined
      ? ''
      : ` (${last.kind} in minute ${last.minute.toFixed(1)}: ${last.message.slice(0, 100).replaceAll('\n', ' ')})`
  return `minute ${minute.toFixed(1)} of ${plan.minutes}: ${done.length} calls, ${errors.length} errors${wrong}, RSS ${rss}, file ${files}, ${Math.round(busy * 100)} % busy`
}

async function report(measured) {
  endProgress()
  const { isFlat, compared, calls, errors } = describeSoak(measured)
  const busy = busyOf(measured.samples)
  const percent = (share) => `${Math.round(share * 100)} %`
  const { rss, handles, file, log, latency } = allowances
  const steady = Object.entries(rates).map(([kind, rate]) => `${rate} ${kind}`)
  const body = `
## Soak

${describeRun('npm run bench:soak')}

${plan.minutes} minutes of mixed load on ${size.toLocaleString('en')} memories: one \`ww serve\` and two \`ww mcp\` on the same file, as they are
installed; calls over REST, MCP over HTTP, MCP over standard input, and the workflow door. Calls a second, due at fixed
moments: ${steady.join(', ')}. *Read* reads a memory that was just told through
whichever door is next and compares it byte for byte; *change* marks, corrects, supersedes, relates; *workflow* asks,
follows the stream to its end and says what was answered. Every ${+(plan.minutes / 8).toFixed(2)} minutes (at first more often, so that each process has done it) \`forget\` erases what this load had told, but for the
last ${+plan.keepsMinutes.toFixed(2)} minutes; so as much goes as comes, but for the questions of the workflow door and the moments at which memories were
used, which stay, and the file can be asked to stay about as large as it is. It is written anew for that, and writes wait. Three times \`ww export\` writes everything to a file. Processors: ${percent(busy.all)} busy (median of samples), ${percent(busy.ours)} with these three programs.

![Memory, open handles, files and latency over ${plan.minutes} minutes](pictures/soak.svg)

Shaded are the parts that are compared: medians of samples every ${plan.sampleSeconds} s, and of all calls in them. *Flat* is a median that
is at most ${percent(rss.share)} or ${rss.plus} MB (memory), ${handles.plus} handles, ${percent(file.share)} or ${file.plus} MB (file), ${percent(log.share)} or ${log.plus} MB (log), ${percent(latency.share)} or ${latency.plus} ms (latency)
above the first. The slope (Theil–Sen, the median of the slopes of all pairs of samples from the first part on) says what
that would come to in an hour. *The same sum* is no work of ours: it tells how fast the machine was.

${compared}

All calls of the run, in milliseconds from when each was due:

${calls}

Flat: ${verdict(isFlat)}. Without errors: ${verdict(errors.length === 0)}.

${errors.join('\n')}
`
  process.stdout.write(`${body.trim()}\n`)
  const picture = drawPicture({
    label: `Memory, open handles, files and latency over ${plan.minutes} minutes of load`,
    minutes: plan.minutes,
    panels: panelsOf(measured),
    parts: [plan.first, plan.last],
    events: [
      ...plan.forgets.map((minute) => ({ minute, name: 'forget' })),
      ...plan.exports.map((minute) => ({ minute, name: 'export' })),
    ],
  })
  if (isWhole && !options.dry) {
    storeSection('soak', body)
    writeFileSync(new URL('../../docs/pictures/soak.svg', import.meta.url), picture)
    await checkPicture('docs/pictures/soak.svg', picture)
    return
  }
  const drawn = join(mkdtempSync(join(tmpdir(), 'ww-soak-picture-')), 'soak.svg')
  writeFileSync(drawn, picture)
  process.stdout.write(`\ndocs/benchmarks.md stays as it is. The picture: ${drawn}\n`)
  await checkPicture(drawn, picture)
}
