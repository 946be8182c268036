import type { Client } from './client.js'
import { jsonServer } from './jsonc/json-server.js'
import { applicationData, folderIn, join, type Machine } from './machine.js'

/** Installed as a Windows package it sees a folder of its own in place of `%APPDATA%`. */
function folder(machine: Machine): string {
  if (machine.platform === 'win32') {
    const packages = join(machine, folderIn(machine, 'LOCALAPPDATA', 'AppData', 'Local'), 'Packages')
    const own = machine.list(packages).find((name) => name.startsWith('Claude_'))
    if (own !== undefined) return join(machine, packages, own, 'LocalCache', 'Roaming', 'Claude')
  }
  return join(machine, applicationData(machine), 'Claude')
}

export const claudeDesktop: Client = {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  documentation: 'https://modelcontextprotocol.io/docs/develop/connect-local-servers',
  sign: folder,
  parts: [
    {
      name: 'mcp',
      file: (machine) => join(machine, folder(machine), 'claude_desktop_config.json'),
      edit: jsonServer('mcpServers'),
    },
  ],
}
