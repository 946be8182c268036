import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The programs of test/support/parts.ts, by their file names. */
const hidden =
  /^(?:git|strace|curl|systemd-analyze|chrom.*|google-chrome.*|postgres|initdb|psql|pg_.*|mkdir|mkfifo|head|sed|grep)$/

/**
 * Fills a folder with links to all programs in PATH except those, and returns the variables that hide them. PostgreSQL is
 * also searched outside PATH, so its tests get a variable that selects PGlite.
 */
export function hidePrograms(folder) {
  mkdirSync(folder, { recursive: true })
  const taken = new Set()
  for (const from of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of programsIn(from)) {
      if (hidden.test(name) || taken.has(name)) continue
      taken.add(name)
      symlinkSync(join(from, name), join(folder, name))
    }
  }
  return { PATH: folder, WW_TEST_DATABASE_URL: 'pglite', WW_TEST_CHROMIUM: '' }
}

function programsIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
