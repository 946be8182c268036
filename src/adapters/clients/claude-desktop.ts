import { type Client, serverPart } from './client.js'
import { jsonServer } from './jsonc/json-server.js'
import { applicationData, folderIn, join, type Machine } from './machine.js'

/** As a Windows package it has a folder of its own instead of `%APPDATA%`. */
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
  installationPath: folder,
  parts: [serverPart(folder, 'claude_desktop_config.json', jsonServer('mcpServers'))],
}
