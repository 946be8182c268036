import { type Client, projectPlace, serverPart } from './client.js'
import { cursorHooks } from './hooks.js'
import { plainJsonHooks } from './jsonc/json-hooks.js'
import { jsonServer, jsonServersIn } from './jsonc/json-server.js'
import { join, type Machine } from './machine.js'

const folder = (machine: Machine): string => join(machine, machine.home, '.cursor')

export const cursor: Client = {
  id: 'cursor',
  name: 'Cursor',
  documentation: 'https://cursor.com/docs/mcp',
  installationPath: folder,
  addressEntry: (address) => ({ ...address }),
  otherPlaces: projectPlace(['.cursor', 'mcp.json'], jsonServersIn('mcpServers')),
  parts: [
    serverPart(folder, 'mcp.json', jsonServer('mcpServers')),
    {
      name: 'hooks',
      file: (machine) => join(machine, folder(machine), 'hooks.json'),
      edit: plainJsonHooks(cursorHooks),
    },
  ],
}
