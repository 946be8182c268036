import type { Client } from './client.js'
import { jsonServer } from './jsonc/json-server.js'
import { applicationData, join, type Machine } from './machine.js'

/** Of the profile that everybody begins with. */
function folder(machine: Machine): string {
  const { VSCODE_PORTABLE } = machine.env
  return VSCODE_PORTABLE
    ? join(machine, VSCODE_PORTABLE, 'user-data', 'User')
    : join(machine, applicationData(machine), 'Code', 'User')
}

export const vsCode: Client = {
  id: 'vscode',
  name: 'VS Code',
  documentation: 'https://code.visualstudio.com/docs/copilot/customization/mcp-servers',
  sign: folder,
  addressEntry: (address) => ({ type: 'http', ...address }),
  parts: [
    {
      name: 'mcp',
      file: (machine) => join(machine, folder(machine), 'mcp.json'),
      edit: jsonServer('servers', { type: 'stdio' }),
    },
  ],
}
