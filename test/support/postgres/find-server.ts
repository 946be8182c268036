import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A server that runs already, or the programs to start one with; neither, and the adapter is tested on PGlite. */
export interface FoundServer {
  readonly url?: string
  readonly programs?: string
}

/** `WW_TEST_DATABASE_URL=pglite` asks for it, where there is a server as well. */
export function findServer(env: NodeJS.ProcessEnv = process.env): FoundServer | undefined {
  if (env.WW_TEST_DATABASE_URL === 'pglite') return undefined
  if (env.WW_TEST_DATABASE_URL) return { url: env.WW_TEST_DATABASE_URL }
  const programs = foldersOfPrograms().find(hasPgvector)
  return programs === undefined ? undefined : { programs }
}

/** Debian has each version in a folder of its own, outside of the path; the newest first. */
function foldersOfPrograms(): readonly string[] {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).filter((name) => Number(name) >= 15) : []
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(debian, version, 'bin'))
  const inPath = ask('pg_config', '--bindir')
  return inPath === undefined ? newestFirst : [...newestFirst, inPath]
}

function hasPgvector(folder: string): boolean {
  if (!existsSync(join(folder, 'initdb')) || !existsSync(join(folder, 'postgres'))) return false
  const shared = ask(join(folder, 'pg_config'), '--sharedir')
  return shared !== undefined && existsSync(join(shared, 'extension', 'vector.control'))
}

function ask(program: string, question: string): string | undefined {
  try {
    return execFileSync(program, [question], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}
