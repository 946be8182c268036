import { type Client, projectPlace, serverPart } from './client.js'
import { jsonServer, jsonServersIn } from './jsonc/json-server.js'
import { applicationData, folderIn, join, type Machine } from './machine.js'

/** On macOS it always uses `~/.config`. */
function folder(machine: Machine): string {
  if (machine.platform === 'win32') return join(machine, applicationData(machine), 'Zed')
  if (machine.platform === 'darwin') return join(machine, machine.home, '.config', 'zed')
  return join(machine, folderIn(machine, 'XDG_CONFIG_HOME', '.config'), 'zed')
}

export const zed: Client = {
  id: 'zed',
  name: 'Zed',
  documentation: 'https://zed.dev/docs/ai/mcp',
  installationPath: folder,
  addressEntry: (address) => ({ ...address }),
  otherPlaces: projectPlace(['.zed', 'settings.json'], jsonServersIn('context_servers')),
  parts: [serverPart(folder, 'settings.json', jsonServer('context_servers'))],
}
