import { stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { readBasicMemory } from '../../adapters/foreign-formats/basic-memory.js'
import { readChatGpt } from '../../adapters/foreign-formats/chatgpt.js'
import { readClaude } from '../../adapters/foreign-formats/claude.js'
import { readClaudeCode } from '../../adapters/foreign-formats/claude-code.js'
import { readCodex } from '../../adapters/foreign-formats/codex.js'
import { readMarkdown } from '../../adapters/foreign-formats/markdown.js'
import { readMem0 } from '../../adapters/foreign-formats/mem0.js'
import { readServerMemory } from '../../adapters/foreign-formats/server-memory.js'
import { invalid } from '../../errors.js'
import { readTurns } from '../../memory/import-export/spoken-turns.js'
import type { Environment } from '../configuration/configuration.js'
import { findFiles, type Recognise } from './find-files.js'
import type { FoundFile, Reading } from './found-file.js'
import type { SourceName } from './source-names.js'

interface Source {
  /** Recognises the program's files in a folder or an archive. */
  readonly recognise: Recognise
  /** How to read a file that the user names and `recognise` does not know. */
  readonly asGiven: Reading
  /** The default locations; undefined if there are none. */
  readonly places?: (env: Environment, home: string) => readonly string[]
  /** The project of the memories: that of the session's folder, none, or the caller's. */
  readonly project: 'of-folder' | 'none' | 'of-caller'
}

const sessionOfClaudeCode: Reading = { pieces: 'lines', newReader: readTurns(readClaudeCode) }
const memoryOfClaudeCode: Reading = { pieces: 'text', newReader: readMarkdown('claude-code') }
const sessionOfCodex: Reading = { pieces: 'lines', newReader: readTurns(readCodex) }
const conversationsOfChatGpt: Reading = { pieces: 'elements', newReader: readTurns(readChatGpt) }
const conversationsOfClaude: Reading = { pieces: 'elements', newReader: readTurns(readClaude) }
const graph: Reading = { pieces: 'lines', newReader: readServerMemory }
const mem0Array: Reading = { pieces: 'elements', newReader: readMem0 }
const mem0Lines: Reading = { pieces: 'lines', newReader: readMem0 }
const noteOfBasicMemory: Reading = { pieces: 'text', newReader: readBasicMemory }
const plainMarkdown: Reading = { pieces: 'text', newReader: readMarkdown('markdown') }

const isMarkdown = (path: string): boolean => /\.(?:md|markdown|mdx)$/i.test(path)

export const sources: Readonly<Record<SourceName, Source>> = {
  'claude-code': {
    // Skips the sessions of subagents.
    recognise: (path) => {
      if (/[\\/]subagents[\\/]|[\\/]agent-[^\\/]*\.jsonl$/.test(path)) return undefined
      if (/\.jsonl$/.test(path)) return sessionOfClaudeCode
      const isMemory = basename(path) === 'CLAUDE.md' || (isMarkdown(path) && /[\\/]memory[\\/]/.test(path))
      return isMemory ? memoryOfClaudeCode : undefined
    },
    asGiven: sessionOfClaudeCode,
    places: (env, home) => {
      const own = env.CLAUDE_CONFIG_DIR || join(home, '.claude')
      return [join(own, 'projects'), join(own, 'CLAUDE.md')]
    },
    project: 'of-folder',
  },
  codex: {
    recognise: (path) => (/^rollout-.*\.jsonl$/.test(basename(path)) ? sessionOfCodex : undefined),
    asGiven: sessionOfCodex,
    places: (env, home) => {
      const own = env.CODEX_HOME || join(home, '.codex')
      return [join(own, 'sessions'), join(own, 'archived_sessions')]
    },
    project: 'of-folder',
  },
  chatgpt: {
    recognise: (path) => (/(?:^|[\\/])conversations(?:-\d+)?\.json$/.test(path) ? conversationsOfChatGpt : undefined),
    asGiven: conversationsOfChatGpt,
    project: 'none',
  },
  claude: {
    recognise: (path) =>
      /(?:^|[\\/])(?:conversations|memories)\.json$/.test(path) ? conversationsOfClaude : undefined,
    asGiven: conversationsOfClaude,
    project: 'none',
  },
  'server-memory': {
    recognise: (path) => (/^memory\.jsonl?$/.test(basename(path)) ? graph : undefined),
    asGiven: graph,
    places: ({ MEMORY_FILE_PATH }) => (MEMORY_FILE_PATH ? [MEMORY_FILE_PATH] : []),
    project: 'of-caller',
  },
  mem0: {
    recognise: (path) => (/\.json$/i.test(path) ? mem0Array : /\.jsonl$/i.test(path) ? mem0Lines : undefined),
    asGiven: mem0Array,
    project: 'of-caller',
  },
  'basic-memory': {
    recognise: (path) => (isMarkdown(path) ? noteOfBasicMemory : undefined),
    asGiven: noteOfBasicMemory,
    places: (_, home) => [join(home, 'basic-memory')],
    project: 'of-caller',
  },
  markdown: {
    recognise: (path) => (isMarkdown(path) ? plainMarkdown : undefined),
    asGiven: plainMarkdown,
    project: 'of-caller',
  },
}

/** Finds the program's files at the path, else in its default locations. */
export async function findSource(
  name: SourceName,
  path: string | undefined,
  env: Environment,
  home: string,
): Promise<readonly FoundFile[]> {
  const source = sources[name]
  if (path !== undefined) return await findFiles(resolve(path), source.recognise, source.asGiven)
  if (source.places === undefined) throw invalid('path', `path is needed: only you know where what ${name} kept is`)
  const files: FoundFile[] = []
  for (const place of source.places(env, home)) {
    const isThere = (await stat(place).catch(() => undefined)) !== undefined
    if (isThere) files.push(...(await findFiles(place, source.recognise, source.asGiven)))
  }
  return files
}
