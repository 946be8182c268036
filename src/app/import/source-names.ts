import type { ForeignSource } from '../../surfaces/cli/import-export/history.js'

/** Names and help of each program; the code that reads their files is loaded on demand. */
export const foreignSources = [
  { name: 'claude-code', summary: 'sessions and memory files of Claude Code (~/.claude)', hasDefaultPath: true },
  { name: 'codex', summary: 'sessions of Codex (~/.codex)', hasDefaultPath: true },
  {
    name: 'chatgpt',
    summary: 'export of a ChatGPT account (.zip or conversations.json)',
    hasDefaultPath: false,
  },
  {
    name: 'claude',
    summary: 'export of a Claude account (.zip or conversations.json)',
    hasDefaultPath: false,
  },
  {
    name: 'server-memory',
    summary: 'the graph of the official MCP memory server (memory.jsonl)',
    hasDefaultPath: true,
  },
  { name: 'mem0', summary: 'memories of mem0, as JSON or JSON Lines', hasDefaultPath: false },
  { name: 'basic-memory', summary: 'notes of Basic Memory (~/basic-memory)', hasDefaultPath: true },
  { name: 'markdown', summary: 'Markdown files: a memory for each section', hasDefaultPath: false },
] as const satisfies readonly ForeignSource[]

export type SourceName = (typeof foreignSources)[number]['name']
