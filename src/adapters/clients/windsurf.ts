import type { Client } from './client.js'
import { jsonServer } from './jsonc/json-server.js'
import { join, type Machine } from './machine.js'

const folder = (machine: Machine): string => join(machine, machine.home, '.codeium', 'windsurf')

export const windsurf: Client = {
  id: 'windsurf',
  name: 'Windsurf',
  documentation: 'https://docs.windsurf.com/windsurf/cascade/mcp',
  sign: folder,
  addressEntry: ({ url, ...rest }) => ({ serverUrl: url, ...rest }),
  parts: [
    {
      name: 'mcp',
      file: (machine) => join(machine, folder(machine), 'mcp_config.json'),
      edit: jsonServer('mcpServers'),
    },
  ],
}
