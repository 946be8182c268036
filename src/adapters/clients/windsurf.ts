import { type Client, serverPart } from './client.js'
import { jsonServer } from './jsonc/json-server.js'
import { join, type Machine } from './machine.js'

const folder = (machine: Machine): string => join(machine, machine.home, '.codeium', 'windsurf')

export const windsurf: Client = {
  id: 'windsurf',
  name: 'Windsurf',
  documentation: 'https://docs.windsurf.com/windsurf/cascade/mcp',
  installationPath: folder,
  addressEntry: ({ url, ...rest }) => ({ serverUrl: url, ...rest }),
  parts: [serverPart(folder, 'mcp_config.json', jsonServer('mcpServers'))],
}
