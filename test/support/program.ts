import { fileURLToPath } from 'node:url'

/** What `ww` starts. */
export const program = fileURLToPath(new URL('../../dist/app/main.js', import.meta.url))

/** A small program of the tests' own that stands for another process. */
export const helperProgram = (name: string): string => fileURLToPath(new URL(`./programs/${name}.mjs`, import.meta.url))

/** Nothing of the tester's own settings: no foreign session, project or data directory, and no rate limit. */
export function environment(dataDir: string, given: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    WW_DATA_DIR: dataDir,
    WW_PROJECT: 'tests',
    WW_RATE_LIMIT: '0',
    WW_LOG_LEVEL: 'warn',
    WW_CHECK_OUTPUT: '1',
    ...given,
  }
}
