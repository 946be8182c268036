import type { Client } from './client.js'
import { claudeCodeHooks } from './hooks.js'
import { jsonHooks } from './jsonc/json-hooks.js'
import { jsonServer } from './jsonc/json-server.js'
import { folderIn, join, type Machine } from './machine.js'

/** Servers for all projects are in a file next to the settings folder, or in the folder that a variable names. */
const serversFile = (machine: Machine): string =>
  join(machine, machine.env.CLAUDE_CONFIG_DIR || machine.home, '.claude.json')

const settingsFile = (machine: Machine): string =>
  join(machine, folderIn(machine, 'CLAUDE_CONFIG_DIR', '.claude'), 'settings.json')

export const claudeCode: Client = {
  id: 'claude-code',
  name: 'Claude Code',
  documentation: 'https://code.claude.com/docs/en/mcp',
  installationPath: (machine) => folderIn(machine, 'CLAUDE_CONFIG_DIR', '.claude'),
  addressEntry: (address) => ({ type: 'http', ...address }),
  parts: [
    { name: 'mcp', file: serversFile, edit: jsonServer('mcpServers', { type: 'stdio' }) },
    { name: 'hooks', file: settingsFile, edit: jsonHooks(claudeCodeHooks) },
  ],
}
