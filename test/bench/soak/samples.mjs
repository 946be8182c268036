import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../numbers.mjs'

const megabyte = 2 ** 20

/** Looks at everything every few seconds until the run is over. `countMemories` asks a server. */
export async function takeSamples({ began, plan, folder, processes, countMemories, signal, onSample }) {
  const samples = []
  let busyBefore = readBusy()
  let ownBefore = ownTicks(processes)
  for (let at = plan.sampleSeconds; at <= plan.minutes * 60; at += plan.sampleSeconds) {
    const wait = at * 1000 - (performance.now() - began)
    if (wait > 0) await sleep(wait, undefined, { signal })
    signal.throwIfAborted()
    const [busy, own] = [readBusy(), ownTicks(processes)]
    const passed = Math.max(1, busy.all - busyBefore.all)
    const sample = {
      minute: at / 60,
      processes: processes.map(({ pid }) => readProcess(pid)),
      fileMb: sizeOf(join(folder, 'world-weaver.db')),
      walMb: sizeOf(join(folder, 'world-weaver.db-wal')),
      memories: await countMemories(),
      busy: (busy.used - busyBefore.used) / passed,
      busyOurs: (own - ownBefore) / passed,
      controlMs: timeFixedWork(),
    }
    busyBefore = busy
    ownBefore = own
    samples.push(sample)
    onSample(sample)
  }
  return samples
}

function readProcess(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return {
    rssMb: Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024,
    handles: readdirSync(`/proc/${pid}/fd`).length,
  }
}

const sizeOf = (path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) / megabyte

/** Of all processors, by everybody: idle and waiting for the disk is not busy. */
function readBusy() {
  const times = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0].trim().split(/\s+/).slice(1, 9).map(Number)
  const all = times.reduce((sum, time) => sum + time, 0)
  return { all, used: all - times[3] - times[4] }
}

/** Of the programs that are measured, in the units of /proc/stat. */
function ownTicks(processes) {
  return processes.reduce((sum, { pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    return sum + Number(fields[11]) + Number(fields[12])
  }, 0)
}

/** The same arithmetic each time: when it takes longer, it is the machine. */
function timeFixedWork() {
  const took = Array.from({ length: 5 }, () => {
    const start = performance.now()
    let mixed = 1
    for (let step = 0; step < 500_000; step++) mixed = Math.imul(mixed ^ step, 2_654_435_761) >>> 1
    return performance.now() - start + (mixed === 0 ? 1e-9 : 0)
  })
  return median(took)
}
