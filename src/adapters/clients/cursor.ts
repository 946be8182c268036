import type { Client } from './client.js'
import { jsonServer } from './jsonc/json-server.js'
import { join, type Machine } from './machine.js'

const folder = (machine: Machine): string => join(machine, machine.home, '.cursor')

export const cursor: Client = {
  id: 'cursor',
  name: 'Cursor',
  documentation: 'https://cursor.com/docs/mcp',
  sign: folder,
  addressEntry: (address) => ({ ...address }),
  parts: [
    { name: 'mcp', file: (machine) => join(machine, folder(machine), 'mcp.json'), edit: jsonServer('mcpServers') },
  ],
}
