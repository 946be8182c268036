import { type Client, projectPlace, serverPart } from './client.js'
import { jsonServer, jsonServersIn } from './jsonc/json-server.js'
import { applicationData, join, type Machine } from './machine.js'

/** The folder of the default profile. */
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
  installationPath: folder,
  addressEntry: (address) => ({ type: 'http', ...address }),
  otherPlaces: projectPlace(['.vscode', 'mcp.json'], jsonServersIn('servers')),
  parts: [serverPart(folder, 'mcp.json', jsonServer('servers', { type: 'stdio' }))],
}
