import { openSync, readSync } from 'node:fs'

/** Room for the three numbers of `schedstat`. */
const bytes = Buffer.alloc(128)
let file: number | undefined

/**
 * The processor time of this thread alone, in milliseconds: neither other threads of the process nor other programs of
 * the machine count. Elsewhere than on Linux, that of the whole process.
 */
export function processorMs(): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
  // Opened by the thread that reads it: the link points to whoever opens it.
  file ??= openSync('/proc/thread-self/schedstat', 'r')
  const length = readSync(file, bytes, 0, bytes.length, 0)
  return Number.parseInt(bytes.toString('latin1', 0, length), 10) / 1e6
}
