import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * When a process started, in the system's own words: a number that is used again for another process has another. Null
 * if there is no such process, or the system does not tell (Windows).
 */
export function birthOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') return startTicks(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    if (process.platform === 'win32') return null
    const asked = { encoding: 'utf8', timeout: 2_000, stdio: 'pipe' } as const
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], asked).trim() || null
  } catch {
    return null
  }
}

/** The 22nd field; the second is the program's name in parentheses, which may hold spaces. */
const startTicks = (stat: string): string | null => stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
