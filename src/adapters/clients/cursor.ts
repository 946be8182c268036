import { type Client, serverPart } from './client.js'
import { jsonServer } from './jsonc/json-server.js'
import { join, type Machine } from './machine.js'

const folder = (machine: Machine): string => join(machine, machine.home, '.cursor')

export const cursor: Client = {
  id: 'cursor',
  name: 'Cursor',
  documentation: 'https://cursor.com/docs/mcp',
  installationPath: folder,
  addressEntry: (address) => ({ ...address }),
  parts: [serverPart(folder, 'mcp.json', jsonServer('mcpServers'))],
}
