import type { ForeignSource } from '../../surfaces/cli/moving/history.js'

/** What help says of each program; how their files are read is loaded when they are. */
export const foreignSources = [
  { name: 'claude-code', summary: 'sessions and memory files of Claude Code (~/.claude)', isFoundAlone: true },
  { name: 'codex', summary: 'sessions of Codex (~/.codex)', isFoundAlone: true },
  {
    name: 'chatgpt',
    summary: 'export of a ChatGPT account (.zip or conversations.json)',
    isFoundAlone: false,
  },
  {
    name: 'claude',
    summary: 'export of a Claude account (.zip or conversations.json)',
    isFoundAlone: false,
  },
  { name: 'server-memory', summary: 'the graph of the official MCP memory server (memory.jsonl)', isFoundAlone: true },
  { name: 'mem0', summary: 'memories of mem0, as JSON or JSON Lines', isFoundAlone: false },
  { name: 'basic-memory', summary: 'notes of Basic Memory (~/basic-memory)', isFoundAlone: true },
  { name: 'markdown', summary: 'Markdown files: a memory for each section', isFoundAlone: false },
] as const satisfies readonly ForeignSource[]

export type SourceName = (typeof foreignSources)[number]['name']
